import { AlignJustify, Columns3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useStored } from '#/lib/stored.ts'
import { IconButton } from '#/ui/button.tsx'

export type TableView = { isDense: boolean; hidden: readonly string[] }

const isView = (value: unknown): value is TableView =>
  typeof value === 'object' &&
  value !== null &&
  'isDense' in value &&
  typeof value.isDense === 'boolean' &&
  'hidden' in value &&
  Array.isArray(value.hidden)

/** How somebody wants to see a table; kept in this browser under the table's name. */
export const useTableView = (name: string) =>
  useStored<TableView>(`table-${name}`, { isDense: false, hidden: [] }, isView)

export type ViewProps = {
  view: TableView
  onChange: (view: TableView) => void
  columns: readonly { id: string; header: string }[]
}

const loadMenu = () => import('./columns-menu.tsx').then(({ ColumnsMenu }) => ({ default: ColumnsMenu }))
const ColumnsMenu = lazy(loadMenu)

/** The menu behind the button comes with the first press: it would make every list wait for 20 KB more. */
function ColumnsButton(props: ViewProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      label="Columns"
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <Columns3 aria-hidden />
    </IconButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ColumnsMenu {...props} />
    </Suspense>
  )
}

/** Density and columns. Phones show cards, where neither means anything. */
export const TableViewMenus = (props: ViewProps) => (
  <div data-chrome className="ml-auto hidden md:flex">
    <IconButton
      label={props.view.isDense ? 'Comfortable rows' : 'Compact rows'}
      onClick={() => props.onChange({ ...props.view, isDense: !props.view.isDense })}
    >
      <AlignJustify aria-hidden />
    </IconButton>
    <ColumnsButton {...props} />
  </div>
)
