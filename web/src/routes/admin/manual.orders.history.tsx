import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/manual/orders/history')({ component: ManualOrdersHistory })

function ManualOrdersHistory() {
  return <OnItsWay title="Manual Orders History" />
}
