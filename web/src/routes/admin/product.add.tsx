import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/product/add')({ component: AddProduct })

function AddProduct() {
  return <OnItsWay title="Add Product" />
}
