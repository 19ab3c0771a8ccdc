import { expect, test } from 'vitest'
import { withoutSummaries } from '../web/summaries.ts'

test.each([
  ["{ path: '/a', summary: 'One', body }", "{ path: '/a',  body }"],
  ['{\n  summary: "A person\'s own",\n  body,\n}', '{\n  \n  body,\n}'],
  ["{ summary:\n    'It\\'s one, ' +\n    'and two', body }", '{  body }'],
  ["{ shortSummary: 'kept', body }", "{ shortSummary: 'kept', body }"],
])('%j', (code, expected) => {
  expect(withoutSummaries(code)).toBe(expected)
})
