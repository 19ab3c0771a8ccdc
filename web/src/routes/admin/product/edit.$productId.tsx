import { products } from '@kirana/contract/products'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { History } from '#/components/journal/lazy.ts'
import { Badge, FlagBadge } from '#/components/tables/badges.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { ProductFacts } from '../-products/facts.tsx'
import { NO_VARIANT_WHOLE } from '../-lists/no-variant.ts'
import { ProductForm } from '../-products/form.tsx'

export const Route = createFileRoute('/admin/product/edit/$productId')({ component: EditProduct })

function EditProduct() {
  const { productId } = Route.useParams()
  const { data: product } = useQuery(read(products.get, { params: { productId } }))
  return (
    <>
      <PageHeader
        title="Edit Product"
        beside={
          product && (
            <>
              <FlagBadge on={product.isActive} />
              {product.variant.length === 0 && <Badge tone="warn">{NO_VARIANT_WHOLE}</Badge>}
              <span className="min-w-0 wrap-anywhere text-muted">{product.title}</span>
            </>
          )
        }
      />
      {product && <ProductFacts product={product} />}
      <ProductForm key={productId} screen="edit" productId={productId} />
      {product && (
        <div className="mt-4">
          <History objectId={productId} customers />
        </div>
      )}
    </>
  )
}
