import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'

/** The chunk includes the rules and the queue, so that no other screen waits for them. */
const Picking = lazyComponent(async () => (await import('../-picking/picking.tsx')).Picking)

export const Route = createFileRoute('/admin/order/pick/$orderId')({
  component: PickScreen,
})

function PickScreen() {
  const { orderId } = Route.useParams()
  return <Picking key={orderId} orderId={orderId} fallback={<PageHeader title="Pick" />} />
}
