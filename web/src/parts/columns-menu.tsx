import { Columns3 } from 'lucide-react'
import { IconButton } from '#/ui/button.tsx'
import { Menu, MenuCheck } from '#/ui/menu.tsx'
import type { ViewProps } from './table-view.tsx'

/** Which columns a table shows; one stays. Open from the start, since the press that loaded it asked for that. */
export const ColumnsMenu = ({ view, onChange, columns }: ViewProps) => (
  <Menu
    defaultOpen
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
)
