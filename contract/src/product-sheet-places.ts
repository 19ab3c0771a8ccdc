type Named = { id: string; name: string }

/** The names that a file may use. */
export type Names = {
  sections: Named[]
  categories: (Named & { sectionId: string })[]
  subcategories: (Named & { categoryId: string })[]
  keywords: Named[]
}

type PlaceColumn = 'section' | 'category' | 'subcategory' | 'keyward'
type Cells = Record<PlaceColumn, string>

/** Where a product stands; what was not found has an error, and an id that names nothing. */
export type Placed = {
  ids: { section: string; category: string; subcategory: string; keyward: string[] }
  errors: { column: PlaceColumn; message: string }[]
}

const keyOf = (name: string, parent = '') => `${parent} ${name.toLowerCase()}`
const idsBy = <T extends Named>(rows: readonly T[], parentOf: (row: T) => string) =>
  new Map(rows.map((row) => [keyOf(row.name, parentOf(row)), row.id]))
const namesOf = (rows: readonly Named[]) => new Set(rows.map(({ name }) => name.toLowerCase()))

/** Keywords stand in one cell: 'Rice; Basmati'. A semicolon in a name has a backslash in front. */
export const joinedKeywords = (names: readonly string[]) =>
  names.map((name) => name.replace(/[\\;]/g, '\\$&')).join('; ')
const splitKeywords = (cell: string) =>
  (cell.match(/(?:\\.|[^;])+/gs) ?? [])
    .map((name) => name.replace(/\\(.)/gs, '$1').trim())
    .filter((name) => name !== '')

/** Finds places and keywords by their names, whatever their case. */
export function placesIn({ sections, categories, subcategories, keywords }: Names) {
  const sectionIds = idsBy(sections, () => '')
  const categoryIds = idsBy(categories, ({ sectionId }) => sectionId)
  const subcategoryIds = idsBy(subcategories, ({ categoryId }) => categoryId)
  const keywordIds = idsBy(keywords, () => '')
  const known = { category: namesOf(categories), subcategory: namesOf(subcategories) }

  return ({ section, category, subcategory, keyward }: Cells): Placed => {
    const errors: Placed['errors'] = []
    const inside = (
      column: 'category' | 'subcategory',
      name: string,
      ids: Map<string, string>,
      parent: { name: string; id: string | undefined },
    ) => {
      const id = ids.get(keyOf(name, parent.id))
      if (id !== undefined || name === '') return id
      const isElsewhere = known[column].has(name.toLowerCase())
      if (!isElsewhere) errors.push({ column, message: `${capital(column)} not found` })
      // Below a parent that is itself unknown nothing can be said.
      else if (parent.id !== undefined)
        errors.push({ column, message: `The ${column} does not belong to the ${parent.name}` })
      return undefined
    }
    const sectionId = sectionIds.get(keyOf(section))
    if (section !== '' && sectionId === undefined)
      errors.push({ column: 'section', message: 'Section not found' })
    const categoryId = inside('category', category, categoryIds, { name: 'section', id: sectionId })
    const subcategoryId = inside('subcategory', subcategory, subcategoryIds, {
      name: 'category',
      id: categoryId,
    })
    for (const [column, name] of [
      ['section', section],
      ['category', category],
      ['subcategory', subcategory],
    ] as const)
      if (name === '') errors.push({ column, message: 'All fields is required' })
    const wanted = [...new Set(splitKeywords(keyward))]
    for (const name of wanted)
      if (!keywordIds.has(keyOf(name)))
        errors.push({ column: 'keyward', message: `Keyward not found: ${name}` })
    const found = wanted.flatMap((name) => keywordIds.get(keyOf(name)) ?? [])
    return {
      ids: {
        section: sectionId ?? NOTHING,
        category: categoryId ?? NOTHING,
        subcategory: subcategoryId ?? NOTHING,
        keyward: [...new Set(found)],
      },
      errors,
    }
  }
}

/** In place of an id that was not found, so that the product's own rules do not tell it a second time. */
const NOTHING = 'not found'
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
