import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/product/video/$productId')({ component: ProductVideos })

function ProductVideos() {
  return <OnItsWay title="Product Videos" />
}
