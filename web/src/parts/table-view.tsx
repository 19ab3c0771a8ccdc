import { AlignJustify, Columns3 } from 'lucide-react'
import { useStored } from '#/lib/stored.ts'
import { IconButton } from '#/ui/button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { MenuButton } from './menu-button.tsx'

type TableView = { isDense: boolean; hidden: readonly string[] }

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

const ColumnsMenu = lazyPart(async () => (await import('./columns-menu.tsx')).ColumnsMenu)

/** Density and columns. Phones show cards, where neither means anything. */
export const TableViewMenus = (props: ViewProps) => (
  <div data-chrome className="ml-auto hidden md:flex">
    <IconButton
      label={props.view.isDense ? 'Comfortable rows' : 'Compact rows'}
      onClick={() => props.onChange({ ...props.view, isDense: !props.view.isDense })}
    >
      <AlignJustify aria-hidden />
    </IconButton>
    <MenuButton
      label="Columns"
      preload={ColumnsMenu.preload}
      menu={(hanging) => <ColumnsMenu {...props} {...hanging} />}
    >
      <Columns3 aria-hidden />
    </MenuButton>
  </div>
)
