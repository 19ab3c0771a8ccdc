import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/coupons')({ component: Coupons })

function Coupons() {
  return <OnItsWay title="Coupons" />
}
