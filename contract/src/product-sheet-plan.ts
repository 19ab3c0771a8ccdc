import type { SheetError } from './product-files.ts'
import { REASON } from './product-sheet-columns.ts'
import type { Line } from './product-sheet-head.ts'
import type { Sheet, SheetGroup } from './product-sheet.ts'

/** All errors of a file by row. */
export const errorsOf = ({ groups, errors }: Sheet): SheetError[] =>
  [...errors, ...groups.flatMap((group) => group.errors)].toSorted((a, b) => a.row - b.row)

type Kind = 'new' | 'changed' | 'unchanged' | 'wrong'
const kindOf = ({ errors, stored, fields, variants }: SheetGroup): Kind => {
  if (errors.length > 0) return 'wrong'
  if (!stored) return 'new'
  return fields || variants.length > 0 ? 'changed' : 'unchanged'
}
const ofKind = (groups: readonly SheetGroup[], kind: Kind) => groups.filter((group) => kindOf(group) === kind)

/** The products to add, with all their variants. */
export const newProducts = (groups: readonly SheetGroup[]) =>
  ofKind(groups, 'new').flatMap(({ row, fields, variants }) =>
    fields ? [{ ...fields, row, variants: variants.map(({ stored: _, ...variant }) => variant) }] : [],
  )
export type NewProduct = ReturnType<typeof newProducts>[number]

/** The existing products that change. */
export const changedProducts = (groups: readonly SheetGroup[]) =>
  ofKind(groups, 'changed').flatMap(({ stored, fields, variants }) =>
    stored ? [{ stored, fields, variants }] : [],
  )

/** The counts of a check and of an import. */
export const countsOf = ({ groups }: Sheet) => {
  const added = newProducts(groups)
  const more = changedProducts(groups).flatMap(({ variants }) => variants.filter(({ stored }) => !stored))
  return {
    products: added.length,
    variants: added.reduce((sum, { variants }) => sum + variants.length, 0) + more.length,
    changed: ofKind(groups, 'changed').length,
    unchanged: ofKind(groups, 'unchanged').length,
    wrong: ofKind(groups, 'wrong').length,
  }
}

/** What the store has of a product, and what becomes of it: another text means that somebody else changed it. */
export const stateOf = (group: SheetGroup) => {
  const versions = group.stored?.variants.map(({ id, version }) => `${id} ${version}`) ?? []
  return [kindOf(group), group.stored?.version ?? '', ...versions].join('\n')
}

/** Rows that are imported together or, with an error in any of them, not. */
type WrongGroup = { rows: readonly number[]; errors: readonly SheetError[] }

/** The wrong products' rows under the file's own header, with the reasons in a last column. */
export function wrongRows(
  lines: readonly Line[],
  groups: readonly WrongGroup[],
): { head: string[]; rows: string[][] } {
  const [head, ...rows] = lines
  const names = head?.cells ?? []
  const keep = names.map((name) => name.trim().toLowerCase() !== REASON.toLowerCase())
  const own = (cells: readonly string[]) => names.flatMap((_, n) => (keep[n] ? [cells[n] ?? ''] : []))
  const reasons = new Map(
    groups.flatMap((group) => {
      const errors = Map.groupBy(group.errors, (error) => error.row)
      return (group.errors.length > 0 ? group.rows : []).map((row) => {
        const reason = (errors.get(row) ?? [])
          .map(({ column, message }) => [column, message].filter(Boolean).join(': '))
          .join('; ')
        return [row, reason || `Row ${group.errors[0]?.row} of this product is wrong`] as const
      })
    }),
  )
  return {
    head: [...own(names), REASON],
    rows: rows.flatMap(({ row, cells }) => {
      const reason = reasons.get(row)
      return reason === undefined ? [] : [[...own(cells), reason]]
    }),
  }
}
