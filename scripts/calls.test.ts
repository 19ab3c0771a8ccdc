import { api, callsOf } from '@kirana/contract'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forBrowser } from '../web/calls.ts'

const inBrowser = (code: string) => forBrowser('calls.ts', code)

test.each([
  ["({ a: get(forAnyone, '/a', 'One', { data }) })", "({ a: get(forAnyone, '/a', '', { ...null }) })"],
  [
    "put(\n  forStaff('push'),\n  `/${area}/a`,\n  \"A person's own, \" +\n    'and more', {})",
    "put(\n  forStaff('push'),\n  `/${area}/a`,\n  '', {})",
  ],
  [
    "post(access, '/a', '', { query: z.object({ a }), body: A, refusals: { b: { status: 409, data } }, fresh: { query: 'a' } })",
    "post(access, '/a', '', { ...null, body: A, ...null, fresh: { query: 'a' } })",
  ],
  ["budget(forAnyone, '/a', 'kept', { data })", "budget(forAnyone, '/a', 'kept', { data })"],
])('%j', (code, expected) => {
  expect(inBrowser(code)).toBe(expected)
})

test('marks constants so that the build can remove unused ones', () => {
  expect(inBrowser('export const A = z.object({ a })\nconst row = { b: z.int() }\nconst MAX = 5')).toBe(
    'export const A = /* @__PURE__ */ (() => (z.object({ a })))()\nconst row = /* @__PURE__ */ (() => ({ b: z.int() }))()\nconst MAX = 5',
  )
})

const contract = join(import.meta.dirname, '../contract/src')
const files = globSync('{*,store/*}.ts', { cwd: contract, exclude: ['*.test.ts', 'store/*.test.ts'] })

test('finds the summary of every call', () => {
  const code = files.map((file) => inBrowser(readFileSync(join(contract, file), 'utf8'))).join('\n')
  const starts = callsOf(api).flatMap(({ route }) =>
    ["'", '"'].map((quote) => quote + route.summary.slice(0, 30)),
  )
  expect(starts.filter((start) => code.includes(start))).toEqual([])
})

test('no screen uses a schema that the build leaves out', () => {
  const calls = new Set(callsOf(api).map(({ name }) => name.slice(name.indexOf('.') + 1)))
  const web = join(import.meta.dirname, '../web/src')
  const used = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] }).flatMap((file) => {
    const names = callsRead(readFileSync(join(web, file), 'utf8'))
    return names.filter((call) => calls.has(call)).map((call) => `${file}: ${call}`)
  })
  expect(used).toEqual([])
})

/** The calls whose schema of queries or answers a file reads: `add` in `coupons.add.query`. */
function callsRead(code: string) {
  const groups = [...code.matchAll(/import \{([^}]+)\} from '@kirana\/contract\/[\w/-]+'/g)].flatMap(
    ([, list = '']) => list.split(',').map((one) => one.trim().split(' as ').at(-1) ?? ''),
  )
  return groups
    .filter(Boolean)
    .flatMap((group) =>
      [
        ...code.matchAll(
          new RegExp(`\\b${group.replace('type ', '')}\\.(\\w+)\\.(?:data|query|refusals)\\b`, 'g'),
        ),
      ].flatMap(([, call]) => call ?? []),
    )
}
