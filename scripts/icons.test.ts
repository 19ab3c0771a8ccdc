import { expect, test } from 'vitest'
import { importEach, shapesOnly } from '../web/icons.ts'

test('imports each icon from its own file, under any of its names', () => {
  const code = `import {\n  Bell,\n  History,\n  Trash2 as Bin,\n} from "lucide-react";\nuse(Bell)`
  expect(importEach(code)).toBe(
    "import Bell from 'lucide-react/icons/bell'; import History from 'lucide-react/icons/rotate-ccw-clock'; import Bin from 'lucide-react/icons/trash';\nuse(Bell)",
  )
})

test('fails for an icon that does not exist', () => {
  expect(() => importEach("import { Kirana } from 'lucide-react'")).toThrow('lucide-react has no icon Kirana')
})

test('keeps other imports unchanged', () => {
  const code = "import { useState } from 'react'"
  expect(importEach(code)).toBe(code)
})

test('keeps only the shapes of a drawing', () => {
  const code =
    'const __iconData = {\n  name: "house",\n  size: 24,\n  node: [["path", { d: "M15 21", key: "5wwlr5" }]],\n  aliases: ["home"]\n};'
  expect(shapesOnly(code)).toBe(
    'const __iconData = {\n  \n  size: 24,\n  node: [["path", { d: "M15 21",  }]],\n  \n};',
  )
})
