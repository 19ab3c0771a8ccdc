import type { ProductRow } from '@kirana/contract/products'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2, Video } from 'lucide-react'
import type { LazyMenuProps } from '#/components/tables/menu-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx'

export type OptionsProps = {
  product: Pick<ProductRow, '_id' | 'title'>
  isEditable: boolean
  onDelete: () => void
}

type Props = OptionsProps & Omit<LazyMenuProps, 'fallback'>

/** The actions on a product. Users who may not change it can only open its videos. */
export function ProductMenu({ product: { _id }, isEditable, onDelete, ...menuProps }: Props) {
  const params = { productId: _id }
  return (
    <Menu {...menuProps}>
      {isEditable && (
        <MenuLink link={<Link to="/admin/product/edit/$productId" params={params} />}>
          <Pencil aria-hidden />
          Edit
        </MenuLink>
      )}
      <MenuLink link={<Link to="/admin/product/video/$productId" params={params} />}>
        <Video aria-hidden />
        Product Videos
      </MenuLink>
      {isEditable && (
        <>
          <MenuSeparator />
          <MenuItem destructive onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
