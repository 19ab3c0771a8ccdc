import { Menu, MenuCheck } from '#/ui/menu.tsx'
import type { LazyMenuProps } from './menu-button.tsx'

export type TableView = { isDense: boolean; hidden: readonly string[] }

export type ViewProps = {
  view: TableView
  onChange: (view: TableView) => void
  columns: readonly { id: string; header: string }[]
}

type Props = ViewProps & Omit<LazyMenuProps, 'fallback'>

/** Chooses the visible columns of a table; at least one stays visible. */
export const ColumnsMenu = ({ view, onChange, columns, ...menuProps }: Props) => (
  <Menu {...menuProps}>
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
)
