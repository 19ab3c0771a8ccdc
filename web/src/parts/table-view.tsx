import { AlignJustify, Columns3 } from 'lucide-react'
import { useStored } from '#/lib/stored.ts'
import { IconButton } from '#/ui/button.tsx'
import { Menu, MenuCheck } from '#/ui/menu.tsx'

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

type Props = {
  view: TableView
  onChange: (view: TableView) => void
  columns: readonly { id: string; header: string }[]
}

/** Density and columns. Phones show cards, where neither means anything. */
export const TableViewMenus = ({ view, onChange, columns }: Props) => (
  <div data-chrome className="ml-auto hidden md:flex">
    <IconButton
      label={view.isDense ? 'Comfortable rows' : 'Compact rows'}
      onClick={() => onChange({ ...view, isDense: !view.isDense })}
    >
      <AlignJustify aria-hidden />
    </IconButton>
    <Menu
      trigger={
        <IconButton label="Columns">
          <Columns3 aria-hidden />
        </IconButton>
      }
    >
      {columns.map(({ id, header }) => {
        const isHidden = view.hidden.includes(id)
        return (
          <MenuCheck
            key={id}
            checked={!isHidden}
            disabled={!isHidden && view.hidden.length === columns.length - 1}
            onChange={() =>
              onChange({
                ...view,
                hidden: isHidden ? view.hidden.filter((other) => other !== id) : [...view.hidden, id],
              })
            }
          >
            {header}
          </MenuCheck>
        )
      })}
    </Menu>
  </div>
)
