import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
type Named = { id: string; name: string }

/** The sections, categories, subcategories and keywords that a file may name. */
export type Names = {
  sections: Named[]
  categories: (Named & { sectionId: string })[]
  subcategories: (Named & { categoryId: string })[]
  keywords: Named[]
}

type LookupColumn = 'section' | 'category' | 'subcategory' | 'keyward'
type Cells = Record<LookupColumn, string>

/** The ids for the names in a row. A name that was not found has an error, and the placeholder NOT_FOUND for its id. */
export type LookupResult = {
  ids: { section: string; category: string; subcategory: string; keyward: string[] }
  errors: { column: LookupColumn; message: string }[]
}

const keyOf = (name: string, parent = '') => `${parent} ${name.toLowerCase()}`
const idsBy = <T extends Named>(rows: readonly T[], parentOf: (row: T) => string) =>
  new Map(rows.map((row) => [keyOf(row.name, parentOf(row)), row.id]))
const namesOf = (rows: readonly Named[]) => new Set(rows.map(({ name }) => name.toLowerCase()))

/** Keywords share one cell: 'Rice; Basmati'. A semicolon within a name is escaped with a backslash. */
export const joinedKeywords = (names: readonly string[]) =>
  names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ')
const splitKeywords = (cell: string) =>
  (cell.match(/(?:\\.|[^;])+/gs) ?? [])
    .map((name) => name.replace(/\\(.)/gs, '$1').trim())
    .filter((name) => name !== '')

/** Looks up the ids of a row's section, category, subcategory and keywords by name, ignoring case. */
export function lookupIn({ sections, categories, subcategories, keywords }: Names) {
  const sectionIds = idsBy(sections, () => '')
  const categoryIds = idsBy(categories, ({ sectionId }) => sectionId)
  const subcategoryIds = idsBy(subcategories, ({ categoryId }) => categoryId)
  const keywordIds = idsBy(keywords, () => '')
  const allNames = { category: namesOf(categories), subcategory: namesOf(subcategories) }

  return ({ section, category, subcategory, keyward }: Cells): LookupResult => {
    const errors: LookupResult['errors'] = []
    const idWithin = (
      column: 'category' | 'subcategory',
      name: string,
      ids: Map<string, string>,
      parent: { name: string; id: string | undefined },
    ) => {
      const id = ids.get(keyOf(name, parent.id))
      if (id !== undefined || name === '') return id
      const exists = allNames[column].has(name.toLowerCase())
      if (!exists) errors.push({ column, message: `${capital(column)} not found` })
      // The parent of an unknown parent has an error already.
      else if (parent.id !== undefined)
        errors.push({ column, message: `The ${column} does not belong to the ${parent.name}` })
      return undefined
    }
    const sectionId = sectionIds.get(keyOf(section))
    if (section !== '' && sectionId === undefined)
      errors.push({ column: 'section', message: 'Section not found' })
    const categoryId = idWithin('category', category, categoryIds, { name: 'section', id: sectionId })
    const subcategoryId = idWithin('subcategory', subcategory, subcategoryIds, {
      name: 'category',
      id: categoryId,
    })
    for (const [column, name] of [
      ['section', section],
      ['category', category],
      ['subcategory', subcategory],
    ] as const)
      if (name === '') errors.push({ column, message: ALL_FIELDS_REQUIRED })
    const keywordNames = [...new Set(splitKeywords(keyward))]
    for (const name of keywordNames)
      if (!keywordIds.has(keyOf(name)))
        errors.push({ column: 'keyward', message: `Keyward not found: ${name}` })
    const idsOfKeywords = keywordNames.flatMap((name) => keywordIds.get(keyOf(name)) ?? [])
    return {
      ids: {
        section: sectionId ?? NOT_FOUND,
        category: categoryId ?? NOT_FOUND,
        subcategory: subcategoryId ?? NOT_FOUND,
        keyward: [...new Set(idsOfKeywords)],
      },
      errors,
    }
  }
}

/** Placeholder id: it passes the product's own schema, which would otherwise report the same error again. */
const NOT_FOUND = 'not found'
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
