import { expect, test } from 'vitest'
import { lint } from './lint-planted.ts'

test('reports fetch outside web/src/lib', () => {
  const text = "export const load = () => fetch('/api/v1/orders')\n"
  expect(lint({ 'web/src/components/tables/loader.ts': text, 'web/src/lib/send.ts': text })).toEqual([
    'web/src/components/tables/loader.ts eslint(no-restricted-globals)',
  ])
})

test('reports import cycles, type cycles, any, ! and files over 300 lines', () => {
  const files = {
    'domain/src/one.ts': "import { two } from './two.ts'\n\nexport const one = () => two\n",
    'domain/src/two.ts': "import { one } from './one.ts'\n\nexport const two = () => one\n",
    'domain/src/type-one.ts': "export type { Two } from './type-two.ts'\n\nexport type One = 1\n",
    'domain/src/type-two.ts': "export type { One } from './type-one.ts'\n\nexport type Two = 2\n",
    'domain/src/any.ts': 'export const parse = (text: string): any => JSON.parse(text)\n',
    'domain/src/bang.ts': 'export const first = (list: string[]) => list[0]!\n',
    'domain/src/long.ts': `${'//\n'.repeat(300)}export const line = 1\n`,
    'domain/src/full.ts': `${'//\n'.repeat(299)}export const line = 1\n`,
  }
  expect(lint(files)).toEqual([
    'domain/src/any.ts typescript(no-explicit-any)',
    'domain/src/bang.ts typescript(no-non-null-assertion)',
    'domain/src/long.ts eslint(max-lines)',
    'domain/src/one.ts import(no-cycle)',
    'domain/src/two.ts import(no-cycle)',
    'domain/src/type-one.ts import(no-cycle)',
    'domain/src/type-two.ts import(no-cycle)',
  ])
})

test('reports a floating promise', () => {
  const files = {
    'tsconfig.json': '{ "compilerOptions": { "lib": ["es2024"] } }',
    'domain/src/lost.ts': 'async function save() {}\n\nexport function close() {\n  save()\n}\n',
    'domain/src/kept.ts': 'async function save() {}\n\nexport async function close() {\n  await save()\n}\n',
  }
  expect(lint(files, '--type-aware')).toEqual(['domain/src/lost.ts typescript(no-floating-promises)'])
})
