import type { Plugin } from 'vite'

/** A call up to its summary: method, access, path. Then the summary: a string, or several joined by `+`. */
const summary =
  /\b((?:get|post|put|del|writingGet|readingPost|download)\(\s*\w+(?:\([^)]*\))?,\s*(?:'[^']*'|`[^`]*`),\s*)(?:(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*\+?\s*)+,/g

/** A file of the contract without what its calls say in the API reference. Exported for its test. */
export const withoutSummaries = (code: string) => code.replaceAll(summary, "$1'',")

/** Leaves out of the build what only the API reference shows. */
export const summaries: Plugin = {
  name: 'summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
    handler: (code) => ({ code: withoutSummaries(code), map: null }),
  },
}
