import type { ProductRow } from '@kirana/contract/products'
import { EllipsisVertical } from 'lucide-react'
import { lazyPart } from '#/parts/lazy-part.tsx'
import { MenuButton } from '#/parts/menu-button.tsx'

const ProductMenu = lazyPart(async () => (await import('./-product-menu.tsx')).ProductMenu)

export type OptionsProps = { product: Pick<ProductRow, '_id' | 'title'>; onDelete: () => void }

/** The menu of a product's row. */
export const ProductOptions = (props: OptionsProps) => (
  <MenuButton
    label={`Options of ${props.product.title}`}
    preload={ProductMenu.preload}
    menu={(hanging) => <ProductMenu {...props} {...hanging} />}
  >
    <EllipsisVertical aria-hidden />
  </MenuButton>
)
