import { parseSync, Visitor, type ESTree, type Plugin } from 'vite'

/** The functions of wire/route.ts that define a call: access, path, summary, options. */
const definers = new Set(['get', 'post', 'put', 'del', 'writingGet', 'readingPost', 'download'])
/** Options of a call that the server alone looks at. A browser sends what the types allow and reads what the server answers. */
const serverOnly = new Set(['data', 'query', 'refusals'])

/** Initial values that have no side effect anyway. */
const isFree = new Set([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Literal',
  'TemplateLiteral',
  'Identifier',
])

type Edit = { start: number; end: number; text: string }

/** The call's summary, and those of its options that are of no use in a browser. */
function ofServer({ callee, arguments: [, , summary, options] }: ESTree.CallExpression): Edit[] {
  if (callee.type !== 'Identifier' || !definers.has(callee.name) || !summary) return []
  const properties = options?.type === 'ObjectExpression' ? options.properties : []
  const left = properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && serverOnly.has(one.key.name),
  )
  return [
    { start: summary.start, end: summary.end, text: "''" },
    ...left.map(({ start, end }) => ({ start, end, text: '...null' })),
  ]
}

/**
 * A file of the contract as a browser needs it: without the sentences of the API reference and the schemas of queries and
 * answers. Its constants are marked as free of side effects, so that the bundler leaves out those that nothing uses then.
 * Exported for its test.
 */
export function forBrowser(file: string, code: string): string {
  const edits: Edit[] = []
  const constant = ({ declarations }: ESTree.VariableDeclaration) => {
    for (const { init } of declarations)
      if (init && !isFree.has(init.type))
        edits.push(
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
          { start: init.end, end: init.end, text: '))()' },
        )
  }
  const { program } = parseSync(file, code)
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'VariableDeclaration') constant(declared)
  }
  new Visitor({ CallExpression: (node) => edits.push(...ofServer(node)) }).visit(program)
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

/** Leaves out of the build what a browser needs of no call. */
export const calls: Plugin = {
  name: 'calls',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
    handler: (code, id) => ({ code: forBrowser(id, code), map: null }),
  },
}
