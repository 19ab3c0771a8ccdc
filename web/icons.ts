import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The file of each icon by name, read from the library's index. */
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

/** Rewrites `import { Bell } from 'lucide-react'` to one import from each icon's file. Exported for its test. */
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

/** An icon's file without the names and keys that ui/icon.ts has no use for. Exported for its test. */
export const shapesOnly = (code: string) =>
  code.replaceAll(/\b(?:(?:name|key): "[\w-]+"|aliases: \[[^\]]*\]),?/g, '')

/**
 * Makes each module import only its own icons. Through the library's index, every module would depend on every icon, and
 * all of them would be in the chunk that every screen loads.
 */
const eachIcon: Plugin = {
  name: 'icons',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /src[\\/].*\.tsx?/, code: 'lucide-react' },
    handler: (code) => ({ code: importEach(code), map: null }),
  },
}

/** Makes the icons drawn by ui/icon.ts. */
const drawing: Plugin = {
  name: 'icon-drawing',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.\.\/createLucideIcon\.mjs$/ },
    handler: () => fileURLToPath(new URL('src/ui/icon.ts', import.meta.url)),
  },
  transform: {
    filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
    handler: (code) => ({ code: shapesOnly(code), map: null }),
  },
}

export const icons = [eachIcon, drawing]
