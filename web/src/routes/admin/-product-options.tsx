import type { ProductRow } from '@kirana/contract/products'
import { EllipsisVertical } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#/ui/button.tsx'

const loadMenu = () => import('./-product-menu.tsx').then(({ ProductMenu }) => ({ default: ProductMenu }))
const ProductMenu = lazy(loadMenu)

export type OptionsProps = { product: Pick<ProductRow, '_id' | 'title'>; onDelete: () => void }

/** The menu of a product's row. It comes with the first press: the list does not wait for it. */
export function ProductOptions(props: OptionsProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      label={`Options of ${props.product.title}`}
      aria-haspopup="menu"
      onPointerEnter={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <EllipsisVertical aria-hidden />
    </IconButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ProductMenu {...props} />
    </Suspense>
  )
}
