import { Link } from '@tanstack/react-router'
import { EllipsisVertical, Pencil, Trash2, Video } from 'lucide-react'
import { IconButton } from '#/ui/button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx'
import type { OptionsProps } from './-product-options.tsx'

/** What may be done with a product. Open from the start, since the press that loaded it asked for that. */
export function ProductMenu({ product: { _id, title }, onDelete }: OptionsProps) {
  const params = { productId: _id }
  return (
    <Menu
      defaultOpen
      trigger={
        <IconButton label={`Options of ${title}`}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      <MenuLink link={<Link to="/admin/product/edit/$productId" params={params} />}>
        <Pencil aria-hidden />
        Edit
      </MenuLink>
      <MenuLink link={<Link to="/admin/product/video/$productId" params={params} />}>
        <Video aria-hidden />
        Product Videos
      </MenuLink>
      <MenuSeparator />
      <MenuItem destructive onSelect={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </Menu>
  )
}
