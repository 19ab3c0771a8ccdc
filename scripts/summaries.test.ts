import { api, callsOf } from '@kirana/contract'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutSummaries } from '../web/summaries.ts'

test.each([
  ["get(forAnyone, '/a', 'One', { data })", "get(forAnyone, '/a', '', { data })"],
  [
    "put(\n  forStaff('push'),\n  '/a',\n  \"A person's own\",\n  {}",
    "put(\n  forStaff('push'),\n  '/a',\n  '',\n  {}",
  ],
  ["post(access, `/${area}/a`, 'It\\'s one, ' +\n    'and two', {}", "post(access, `/${area}/a`, '', {}"],
  ["budget(forAnyone, '/a', 'kept', {})", "budget(forAnyone, '/a', 'kept', {})"],
])('%j', (code, expected) => {
  expect(withoutSummaries(code)).toBe(expected)
})

test('finds the summary of every call', () => {
  const src = join(import.meta.dirname, '../contract/src')
  const files = globSync('{*,store/*}.ts', { cwd: src, exclude: ['*.test.ts', 'store/*.test.ts'] })
  const code = files.map((file) => withoutSummaries(readFileSync(join(src, file), 'utf8'))).join('\n')
  const starts = callsOf(api).flatMap(({ route }) =>
    ["'", '"'].map((quote) => quote + route.summary.slice(0, 30)),
  )
  expect(starts.filter((start) => code.includes(start))).toEqual([])
})
