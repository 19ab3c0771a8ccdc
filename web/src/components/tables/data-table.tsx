import type { MouseEvent, ReactNode } from 'react'
import { messageOf } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { type About, EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { directionOf, sortedRows, type ColumnSort, type SortValue } from './sort.ts'
import { TableViewMenus, useTableView } from './table-view.tsx'
import { isShown } from './view.ts'
import { scrollIfWider } from './scroll-if-wider.ts'

type Phone = 'lead' | 'title' | 'end' | 'plain' | 'wide' | 'action' | 'none'

export type Column<Row> = {
  id: string
  header: string
  /** Replaces the header's text, for example by a checkbox that selects all rows. Phones show no headers. */
  head?: ReactNode
  cell: (row: Row) => ReactNode
  /** For amounts and counts: right-aligned, with tabular figures. */
  isNumeric?: boolean
  /** The first link or button of its cells opens the record. A press anywhere on the row then does so too. */
  isRecord?: boolean
  /**
   * Position in the card that phones show for a row. The first line has `lead`, the serial number, `title` and `end`
   * (the amount or, without one, the state). Then come cells with their label (the default) or without it (`plain`),
   * cells of the full width (`wide`) and buttons (`action`). `none` is hidden.
   */
  phone?: Phone
  /** Hidden until the user selects it in the columns menu. */
  isExtra?: boolean
  /** The user can sort by this column, if the table has `sorting`. */
  sort?: ColumnSort<Row>
}

/** The sort order from the URL, and the function that changes it. */
export type Sorting = { sort: SortValue; onSort: (sort: SortValue) => void }

type Props<Row> = {
  /** Labels the table for assistive technology, and is the key of its stored preferences. */
  name: string
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** The query of the rows. While it loads other rows, the previous ones stay visible, dimmed. */
  query: { error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  /** Header of the serial numbers: 'SL No' on two screens (readings). */
  serial?: string
  /** Uses the compact layout at every desktop width, not only narrow ones. Default: true for many columns. */
  isWide?: boolean
  /** Serial number of the first row: numbering continues across pages. */
  firstSerial?: number
  /** If set, the headers of sortable columns are buttons. */
  sorting?: Sorting
  /** Search and filters above the table. */
  toolbar?: ReactNode
  about: About
  /** Action below 'No data found'. */
  empty?: ReactNode
  /** The pager. */
  children?: ReactNode
}

/** The sort controls load after the rows. */
const SortButton = lazyComponent(async () => (await import('./sort-controls.tsx')).SortButton)
const SortSelect = lazyComponent(async () => (await import('./sort-controls.tsx')).SortSelect)

/** Tables with more columns are wide by default. */
const WIDE = 8

/** The table of every list: serial numbers, loading, empty and error states, density and columns. Cards on phones. */
export function DataTable<Row>(props: Props<Row>) {
  const { name, rows, columns, query, toolbar, sorting, about, empty, children } = props
  const [view, setView] = useTableView(name)
  const isSortable = sorting !== undefined && columns.some(({ sort }) => sort)
  return (
    <section aria-label={name} className="card">
      <div
        data-chrome
        className={`flex flex-wrap items-center gap-2 px-4 ${toolbar ? 'py-2.5' : 'py-1 max-md:py-2.5'} ${toolbar || isSortable ? '' : 'max-md:sr-only'}`}
      >
        {toolbar}
        <p role="status" className={toolbar ? 'sr-only' : 'text-sm text-muted max-md:sr-only'}>
          {rows && !query.isPlaceholderData && counted(rows.length, 'row')}
        </p>
        {sorting && isSortable && (
          <SortSelect columns={columns} current={sorting.sort} onSort={sorting.onSort} />
        )}
        <TableViewMenus view={view} onChange={setView} columns={columns} />
      </div>
      {query.error && rows && <ErrorLine message={messageOf(query.error)} onRetry={query.refetch} />}
      {query.error && !rows ? (
        <ErrorState message={messageOf(query.error)} onRetry={query.refetch} />
      ) : rows?.length === 0 ? (
        <EmptyState about={about}>{empty}</EmptyState>
      ) : (
        <Grid
          {...props}
          rows={sorting ? sortedRows(rows, columns, sorting.sort) : rows}
          isDense={view.isDense}
          columns={columns.filter((column) => isShown(view, column))}
        />
      )}
      {children}
    </section>
  )
}

/** `fact` is the default, `serial` the serial number. `phoneBreaks` has the line breaks between the groups. */
const phoneCell: Record<Phone | 'fact' | 'serial', string> = {
  lead: 'max-md:order-first',
  serial: 'max-md:order-first max-md:text-xs',
  title: 'max-md:min-w-16 max-md:flex-1 max-md:text-base max-md:font-semibold',
  end: 'max-md:order-1 max-md:text-base max-md:font-semibold',
  fact: 'max-md:order-3 max-md:flex max-md:max-w-full max-md:items-center max-md:gap-1.5 max-md:before:shrink-0 max-md:before:text-xs max-md:before:text-muted max-md:before:content-[attr(data-label)]',
  plain: 'max-md:order-3',
  wide: 'max-md:order-4 max-md:basis-full',
  action: 'max-md:order-6 max-md:[&>div>*]:w-full',
  none: 'max-md:hidden',
}

/** A row as a compact card, so that the user scrolls less. */
const phoneRow = 'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-y-1 max-md:px-4 max-md:py-2.5'
/** Line breaks before the facts and before the buttons. */
const phoneBreaks =
  "max-md:before:order-2 max-md:before:basis-full max-md:before:content-[''] max-md:after:order-5 max-md:after:basis-full max-md:after:content-['']"
const isBelow = ({ phone }: Pick<Column<never>, 'phone'>) =>
  phone === undefined || phone === 'plain' || phone === 'wide'

function Grid<Row>({
  name,
  rows,
  columns,
  rowId,
  query,
  serial = 'Serial No.',
  firstSerial = 1,
  isWide = columns.length > WIDE,
  sorting,
  isDense,
}: Props<Row> & { isDense: boolean }) {
  const shown = columns
  const rowClass = `${phoneRow} ${shown.some(isBelow) ? `${phoneBreaks} max-md:gap-x-3 max-md:*:data-action:flex-1` : 'max-md:gap-x-2'}`
  const height = isDense ? 'md:h-9' : 'md:h-12'
  const opens = shown.some(({ isRecord }) => isRecord)
  // More space after a number, because it is right-aligned and the next text is left-aligned.
  const pad = (isNumeric = false) =>
    `max-md:px-0! first:pl-4 last:pr-4 ${isNumeric ? 'pl-1 pr-3' : 'px-1'} ${isWide ? 'max-xl:first:pl-2 max-xl:last:pr-2 min-[1400px]:px-2' : 'lg:px-2 xl:px-4'} ${lastInView(isWide)}`
  return (
    <div ref={scrollIfWider} className={isWide ? 'max-[1400px]:overflow-x-auto' : 'max-xl:overflow-x-auto'}>
      {/* Phones lay rows out as cards; explicit roles keep the table semantics for assistive technology. */}
      <table
        role="table"
        aria-label={name}
        aria-busy={rows === undefined || query.isPlaceholderData}
        className={`w-full text-sm transition-opacity max-md:block ${query.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            <th role="columnheader" scope="col" className={headClass(pad(), isWide)}>
              {serial}
            </th>
            {shown.map(({ id, header, head, isNumeric, sort }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                aria-sort={sort && sorting && (directionOf(sort, sorting.sort) ?? 'none')}
                className={`${headClass(pad(isNumeric), isWide)} ${isNumeric ? 'text-right' : 'text-left'}`}
              >
                {sort && sorting ? (
                  <SortButton
                    header={header}
                    sort={sort}
                    current={sorting.sort}
                    onSort={sorting.onSort}
                    fallback={header}
                  />
                ) : (
                  <span className={head ? 'md:hidden' : ''}>{header}</span>
                )}
                {head && <div className="max-md:hidden">{head}</div>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block" onClick={opens ? openRecord : undefined}>
          {rows === undefined && <Skeleton columns={shown.length + 1} height={height} />}
          {rows?.map((row, index) => (
            <tr
              key={rowId(row)}
              role="row"
              className={`group border-t border-line hover:bg-sunken/60 ${opens ? 'cursor-pointer' : ''} ${rowClass}`}
            >
              <td
                role="cell"
                data-label={serial}
                className={`numbers text-muted ${pad()} ${height} ${phoneCell.serial}`}
              >
                <div>{firstSerial + index}</div>
              </td>
              {shown.map(({ id, header, cell, isNumeric, isRecord, phone }) => (
                <td
                  key={id}
                  role="cell"
                  data-label={header}
                  className={`${isDense ? '' : 'md:py-1.5'} ${pad(isNumeric)} ${height} ${isNumeric ? 'numbers md:text-right' : ''} ${phoneCell[phone ?? 'fact']}`}
                  data-action={phone === 'action' || undefined}
                  data-record={isRecord || undefined}
                >
                  {/* Called as a function: a component would remount with new columns and lose its focus. */}
                  <div className="min-w-0">{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Includes cells with a checkbox, because a press beside the box must not open the record. */
const controls = 'a, button, input, select, textarea, label, td:has(label)'

/**
 * Opens the record of the pressed row like its link or button, with the same modifier keys. Ignores presses on a
 * control, presses that end a text selection, and presses in portals such as a menu of the row.
 */
function openRecord(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (getSelection()?.isCollapsed === false) return
  target
    .closest('tr')
    ?.querySelector('[data-record] :is(a, button)')
    ?.dispatchEvent(new globalThis.MouseEvent('click', event.nativeEvent))
}

/** Row actions stay visible when the table scrolls horizontally. */
const lastInView = (isWide: boolean) =>
  isWide
    ? 'md:max-[1400px]:last:sticky md:max-[1400px]:last:right-0 md:max-[1400px]:last:bg-surface md:group-last:last:rounded-br-card'
    : 'md:max-xl:last:sticky md:max-xl:last:right-0 md:max-xl:last:bg-surface md:group-last:last:rounded-br-card'

/**
 * The header is sticky only at widths where the table does not scroll itself. Otherwise it would stick to the scrolling
 * element, one row too low.
 */
const headClass = (pad: string, isWide: boolean) =>
  `${isWide ? 'min-[1400px]:sticky min-[1400px]:top-14' : 'xl:sticky xl:top-14 xl:whitespace-nowrap'} z-10 h-9 border-y border-line bg-surface text-left text-xs font-medium text-muted ${pad}`

/** Eight placeholder rows of the final height, so that nothing moves when the rows arrive. */
const Skeleton = ({ columns, height }: { columns: number; height: string }) =>
  Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-hidden className="border-t border-line">
      {Array.from({ length: columns }, (__, cell) => (
        <td key={cell} className={`px-4 ${height} max-md:h-10 ${cell > 1 ? 'max-md:hidden' : ''}`}>
          <div className={`skeleton h-3.5 ${cell === 0 ? 'w-6' : 'w-3/4 max-md:w-40'}`} />
        </td>
      ))}
    </tr>
  ))
