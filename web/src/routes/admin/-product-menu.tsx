import { Link } from '@tanstack/react-router'
import { Pencil, Trash2, Video } from 'lucide-react'
import type { Hanging } from '#/parts/menu-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx'
import type { OptionsProps } from './-product-options.tsx'

type Props = OptionsProps & Omit<Hanging, 'fallback'>

/** What may be done with a product. */
export function ProductMenu({ product: { _id }, onDelete, ...hanging }: Props) {
  const params = { productId: _id }
  return (
    <Menu {...hanging}>
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
