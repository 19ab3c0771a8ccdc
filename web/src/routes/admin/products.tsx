import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/products')({ component: Products })

function Products() {
  return <OnItsWay title="Products" />
}
