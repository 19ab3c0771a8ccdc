/** The sort order of a list in the URL: a key, with '-' before it for descending; '' for the list's default order. */
export type SortValue = string

export type ColumnSort<Row> = {
  key: string
  kind: 'amount' | 'date' | 'text'
  /** The list's default order is by this column, newest first. */
  isDefault?: boolean
  /** The value to sort loaded rows by; lists without it are sorted by the server. */
  by?: (row: Row) => string | number
}

export type Sortable<Row> = { header: string; sort?: ColumnSort<Row> }

export type AnySort = Pick<ColumnSort<never>, 'key' | 'kind' | 'isDefault'>

export const valueOf = ({ key, isDefault = false }: AnySort, isDescending: boolean): SortValue =>
  isDescending ? (isDefault ? '' : `-${key}`) : key

/** The direction in which the list is sorted by this column; undefined if it is sorted by another one. */
export const directionOf = (sort: AnySort, current: SortValue) =>
  current === valueOf(sort, true) ? 'descending' : current === sort.key ? 'ascending' : undefined

const compareText = new Intl.Collator('en-IN', { numeric: true }).compare

/** The rows in the order of the URL; unchanged if no column has that order. */
export function sortedRows<Row>(
  rows: readonly Row[] | undefined,
  columns: readonly Sortable<Row>[],
  current: SortValue,
): readonly Row[] | undefined {
  const sort = columns.find((column) => column.sort && directionOf(column.sort, current))?.sort
  const by = sort?.by
  if (!rows || !sort || !by || current === '') return rows
  const sign = directionOf(sort, current) === 'descending' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)]
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : compareText(String(one), String(other)))
    )
  })
}
