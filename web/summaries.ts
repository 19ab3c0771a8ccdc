import type { Plugin } from 'vite'

/** A string, or several joined by `+`, after `summary:`. */
const summary = /\bsummary:\s*(?:(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*\+?\s*)+,/g

/** A file of the contract without what its calls say in the API reference. Exported for its test. */
export const withoutSummaries = (code: string) => code.replaceAll(summary, '')

/** Leaves out of the build what only the API reference shows. */
export const summaries: Plugin = {
  name: 'summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
    handler: (code) => ({ code: withoutSummaries(code), map: null }),
  },
}
