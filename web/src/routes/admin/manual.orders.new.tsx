import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/manual/orders/new')({ component: NewManualOrders })

function NewManualOrders() {
  return <OnItsWay title="New Manual Orders" />
}
