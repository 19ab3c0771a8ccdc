import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Each icon's names and the file that makes it, by the library's index. */
function iconFiles(): Map<string, string> {
  const index = join(
    dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')),
    'dist/esm/lucide-react.mjs',
  )
  const lines = readFileSync(index, 'utf8').matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g)
  const names = (list: string) => [...list.matchAll(/default as (\w+)/g)].flatMap(([, name]) => name ?? [])
  return new Map([...lines].flatMap(([, list = '', file = '']) => names(list).map((name) => [name, file])))
}

let files: Map<string, string> | null = null

/** `import { Bell } from 'lucide-react'` as one import from each icon's own file. Exported for its test. */
export function importEach(code: string): string {
  return code.replaceAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g, (_, list: string) =>
    list
      .split(',')
      .flatMap((part) => part.trim() || [])
      .map((part) => {
        const [name = '', local = name] = part.split(/\s+as\s+/)
        const file = (files ??= iconFiles()).get(name)
        if (file === undefined) throw new Error(`lucide-react has no icon ${name}`)
        return `import ${local} from 'lucide-react/icons/${file}';`
      })
      .join(' '),
  )
}

/**
 * Lets each module import its icons alone. Through the library's index every module would need every icon, and
 * `chunks.ts` would put all of them into the chunk that every address loads.
 */
export const icons: Plugin = {
  name: 'icons',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /src[\\/].*\.tsx?/, code: 'lucide-react' },
    handler: (code) => ({ code: importEach(code), map: null }),
  },
}
