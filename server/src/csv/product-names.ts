import type { MissingName } from '@kirana/contract/product-files'
import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import type { CatalogueNames } from '../services/catalogue/import.ts'

type Named = { id: string; name: string }
const levels = ['section', 'category', 'subcategory'] as const
type Level = (typeof levels)[number]
type NameCells = Record<Level | 'keyward', string>

/** The ids for the names in a row. A name that was not found has an error, and NOT_FOUND for its id. */
export type Lookup = {
  ids: Record<Level, string> & { keyward: string[] }
  errors: { column: Level | 'keyward'; message: string }[]
  missing: MissingName[]
}

/** Placeholder id: it passes the product's own schema, which would otherwise report the same error again. */
const NOT_FOUND = 'not found'

/** Keywords share one cell: 'Rice; Basmati'. A semicolon within a name is escaped with a backslash. */
export const joinedKeywords = (names: readonly string[]) =>
  names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ')
const splitKeywords = (cell: string) =>
  (cell.match(/(?:\\.|[^;])+/gs) ?? [])
    .map((name) => name.replace(/\\(.)/gs, '$1').trim())
    .filter((name) => name !== '')

const keyOf = (name: string, parent = '') => `${parent} ${name.toLowerCase()}`
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Looks up the ids of a row's section, category, subcategory and keywords by name, ignoring case. */
export function lookupIn({ sections, categories, subcategories, keywords }: CatalogueNames) {
  const idsOf = <Row extends Named>(rows: readonly Row[], parentOf: (row: Row) => string = () => '') =>
    new Map(rows.map((row) => [keyOf(row.name, parentOf(row)), row.id]))
  const within = {
    section: idsOf(sections),
    category: idsOf(categories, ({ sectionId }) => sectionId),
    subcategory: idsOf(subcategories, ({ categoryId }) => categoryId),
  }
  const anywhere = { section: within.section, category: idsOf(categories), subcategory: idsOf(subcategories) }
  const keywordIds = idsOf(keywords)

  return (cells: NameCells): Lookup => {
    const ids: Lookup['ids'] = {
      section: NOT_FOUND,
      category: NOT_FOUND,
      subcategory: NOT_FOUND,
      keyward: [],
    }
    const errors: Lookup['errors'] = []
    const missing: MissingName[] = []
    const path: string[] = []
    let parent: { name: string; id: string | undefined } = { name: '', id: '' }
    for (const column of levels) {
      const name = cells[column]
      const id = parent.id === undefined ? undefined : within[column].get(keyOf(name, parent.id))
      const report = (message: string) => errors.push({ column, message })
      if (id !== undefined) ids[column] = id
      else if (name === '') report(ALL_FIELDS_REQUIRED)
      else if (!anywhere[column].has(keyOf(name))) report(`${capital(column)} not found`)
      // Report an unknown parent only, not the names below it.
      else if (parent.id !== undefined) report(`The ${column} does not belong to the ${parent.name}`)
      path.push(name)
      if (id === undefined && !path.includes('')) missing.push({ kind: column, path: [...path] })
      parent = { name: column, id }
    }
    for (const name of new Set(splitKeywords(cells.keyward))) {
      const id = keywordIds.get(keyOf(name))
      if (id === undefined) {
        errors.push({ column: 'keyward', message: `Keyward not found: ${name}` })
        missing.push({ kind: 'keyward', path: [name] })
      } else if (!ids.keyward.includes(id)) ids.keyward.push(id)
    }
    return { ids, errors, missing }
  }
}

const order = [...levels, 'keyward'] as const

/**
 * The missing names without duplicates, each as first written, in the order in which they can be added: sections first.
 */
export function distinctMissing(names: readonly MissingName[]): MissingName[] {
  const keyOfName = ({ kind, path }: MissingName) => [kind, ...path].join('\n').toLowerCase()
  const distinct = [...Map.groupBy(names, keyOfName).values()].flatMap((same) => same.slice(0, 1))
  return order.flatMap((wanted) => distinct.filter(({ kind }) => kind === wanted))
}
