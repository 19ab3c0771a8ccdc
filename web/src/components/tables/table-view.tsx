import { AlignJustify, Columns3 } from 'lucide-react'
import { useStored } from '#/lib/browser/stored.ts'
import { IconButton } from '#/ui/button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import type { ViewProps } from './columns-menu.tsx'
import { MenuButton } from './menu-button.tsx'
import type { TableView } from './view.ts'

const isView = (value: unknown): value is TableView =>
  typeof value === 'object' &&
  value !== null &&
  'isDense' in value &&
  typeof value.isDense === 'boolean' &&
  'hidden' in value &&
  Array.isArray(value.hidden)

/** The user's view of a table, stored in this browser under the table's name. */
export const useTableView = (name: string) =>
  useStored<TableView>(`table-${name}`, { isDense: false, hidden: [] }, isView)

const ColumnsMenu = lazyComponent(async () => (await import('./columns-menu.tsx')).ColumnsMenu)

/** Density and columns. Hidden on phones, which show cards. */
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
      menu={(menuProps) => <ColumnsMenu {...props} {...menuProps} />}
    >
      <Columns3 aria-hidden />
    </MenuButton>
  </div>
)
