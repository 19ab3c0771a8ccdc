import { EllipsisVertical } from 'lucide-react'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { MenuButton } from '#/components/tables/menu-button.tsx'
import type { OptionsProps } from './menu.tsx'

const ProductMenu = lazyComponent(async () => (await import('./menu.tsx')).ProductMenu)

/** The menu button of a product's row. */
export const ProductOptions = (props: OptionsProps) => (
  <MenuButton
    label={`Options of ${props.product.title}`}
    preload={ProductMenu.preload}
    menu={(menuProps) => <ProductMenu {...props} {...menuProps} />}
  >
    <EllipsisVertical aria-hidden />
  </MenuButton>
)
