import { expect, test } from 'vitest'
import { importEach } from '../web/icons.ts'

test('each icon is imported from its own file, by whichever of its names', () => {
  const code = `import {\n  Bell,\n  History,\n  Trash2 as Bin,\n} from "lucide-react";\nuse(Bell)`
  expect(importEach(code)).toBe(
    "import Bell from 'lucide-react/icons/bell'; import History from 'lucide-react/icons/rotate-ccw-clock'; import Bin from 'lucide-react/icons/trash';\nuse(Bell)",
  )
})

test('an icon that does not exist stops the build', () => {
  expect(() => importEach("import { Kirana } from 'lucide-react'")).toThrow('lucide-react has no icon Kirana')
})

test('other imports stay as they are', () => {
  const code = "import { useState } from 'react'"
  expect(importEach(code)).toBe(code)
})
