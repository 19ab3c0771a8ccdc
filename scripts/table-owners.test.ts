import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * Decision 064: the comment of each table names the owner of its rows, and each number or key that has to be unique
 * beyond one store or customer says why, both in the comment before the table.
 */

type Schema = {
  tables: Record<
    string,
    {
      name: string
      columns: Record<string, { name: string; identity?: { name: string } }>
      uniqueConstraints: Record<string, { name: string; columns: string[] }>
      indexes: Record<string, { name: string; isUnique: boolean; columns: { expression: string }[] }>
      foreignKeys: Record<string, { columnsFrom: string[] }>
    }
  >
  sequences: Record<string, { name: string }>
}

const owners = ['a store', 'a customer', 'the company', 'the processes']

/** The comment directly before each table of a source. */
const commentsIn = (source: string) =>
  [...source.matchAll(/(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export const \w+ = pgTable\(\s*'(\w+)'/g)].map(
    ([, comment = '', table = '']) => ({ table, comment: comment.replaceAll(/\s*\n \*\s?/g, ' ') }),
  )

/** The statements that are missing in the comments of tables. */
function missingStatements(sources: readonly string[], { tables, sequences }: Schema): string[] {
  const comments = new Map(sources.flatMap(commentsIn).map(({ table, comment }) => [table, comment]))
  const globals = [...comments.values()].flatMap(
    (comment) => /Global: ([\w, ]+): \S/.exec(comment)?.[1]?.split(', ') ?? [],
  )
  const problems: string[] = []
  for (const { name, columns, uniqueConstraints, indexes, foreignKeys } of Object.values(tables)) {
    const comment = comments.get(name) ?? ''
    const owner = owners.find((one) => comment.includes(`Belongs to ${one}.`))
    if (!owner) problems.push(`${name} does not say "Belongs to ${owners.join(', ')}."`)
    // The company's tables have the same rows in each cell; the tables of processes are separate in each cell.
    if (owner === 'the company' || owner === 'the processes') continue
    const references = Object.values(foreignKeys).flatMap(({ columnsFrom }) => columnsFrom)
    const keys = [
      ...Object.values(uniqueConstraints),
      ...Object.values(indexes)
        .filter(({ isUnique }) => isUnique)
        .map((index) => ({ name: index.name, columns: index.columns.map(({ expression }) => expression) })),
    ]
    // A key with a reference is unique within the row that it refers to.
    const wide = keys.filter((key) => !key.columns.some((column) => references.includes(column)))
    const numbers = Object.values(columns).flatMap(({ identity }) => identity ?? [])
    for (const unique of [...wide, ...numbers])
      if (!globals.includes(unique.name)) problems.push(`${name} does not say why ${unique.name} is global`)
  }
  for (const { name } of Object.values(sequences))
    if (!globals.includes(name)) problems.push(`no table says why the sequence ${name} is global`)
  return problems
}

const server = join(import.meta.dirname, '../server')
const read = (pattern: string) =>
  globSync(pattern, { cwd: server }).map((path) => readFileSync(join(server, path), 'utf8'))

test('the comment of each table names its owner, and why a key or a number is global', () => {
  const [snapshot = '{}'] = read('drizzle/meta/*_snapshot.json')
  const schema = JSON.parse(snapshot) as Schema
  expect(Object.keys(schema.tables).length).toBeGreaterThan(90)
  expect(missingStatements(read('src/tables/*.ts'), schema)).toEqual([])
})

test('reports missing comments', () => {
  const table = {
    name: 'vans',
    columns: { id: { name: 'id', identity: { name: 'vans_id_seq' } } },
    uniqueConstraints: { plate: { name: 'plate', columns: ['plate'] } },
    indexes: { seat: { name: 'seat', isUnique: true, columns: [{ expression: 'rider_id' }] } },
    foreignKeys: { rider: { columnsFrom: ['rider_id'] } },
  }
  const schema = { tables: { vans: table }, sequences: { trips: { name: 'trips' } } }
  const vans = (comment: string) =>
    missingStatements([`import x\n\n${comment}export const vans = pgTable(\n  'vans',`], schema)
  expect(vans('')).toHaveLength(4)
  expect(vans('/** Vans. Belongs to a store. */\n')).toEqual([
    'vans does not say why plate is global',
    'vans does not say why vans_id_seq is global',
    'no table says why the sequence trips is global',
  ])
  const why = 'Global: plate, vans_id_seq, trips: the state gives plates'
  expect(vans(`/**\n * Vans. Belongs to a store.\n * ${why}.\n */\n`)).toEqual([])
  expect(vans('/** Vans. Belongs to the company. Global: trips: of all. */\n')).toEqual([])
})
