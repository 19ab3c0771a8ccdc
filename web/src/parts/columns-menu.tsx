import { Menu, MenuCheck } from '#/ui/menu.tsx'
import type { Hanging } from './menu-button.tsx'
import type { ViewProps } from './table-view.tsx'

type Props = ViewProps & Omit<Hanging, 'fallback'>

/** Which columns a table shows; one stays. */
export const ColumnsMenu = ({ view, onChange, columns, ...hanging }: Props) => (
  <Menu {...hanging}>
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
