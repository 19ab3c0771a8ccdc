import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/product/edit/$productId')({ component: EditProduct })

function EditProduct() {
  return <OnItsWay title="Edit Product" />
}
