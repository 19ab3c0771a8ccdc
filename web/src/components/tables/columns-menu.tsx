import { Menu, MenuCheck } from '#/ui/menu.tsx'
import type { LazyMenuProps } from './menu-button.tsx'
import { isShown, type TableView } from './view.ts'

export type ViewProps = {
  view: TableView
  onChange: (view: TableView) => void
  columns: readonly { id: string; header: string; isExtra?: boolean }[]
}

type Props = ViewProps & Omit<LazyMenuProps, 'fallback'>

/** Chooses the visible columns of a table; at least one stays visible. */
export const ColumnsMenu = ({ view, onChange, columns, ...menuProps }: Props) => (
  <Menu {...menuProps}>
    {columns.map((column) => {
      const { id, header, isExtra } = column
      const isOn = isShown(view, column)
      const isLast = isOn && columns.filter((one) => isShown(view, one)).length === 1
      const list = isExtra ? 'shown' : 'hidden'
      const listed = view[list] ?? []
      return (
        <MenuCheck
          key={id}
          checked={isOn}
          disabled={isLast}
          onChange={() =>
            onChange({
              ...view,
              [list]: listed.includes(id) ? listed.filter((other) => other !== id) : [...listed, id],
            })
          }
        >
          {header}
        </MenuCheck>
      )
    })}
  </Menu>
)
