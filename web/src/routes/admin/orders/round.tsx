import { MAX_ROUND } from '@kirana/domain/round'
import { createFileRoute } from '@tanstack/react-router'
import { asText } from '#/lib/address.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'

/** The chunk includes the rules and the queue, so that no other screen waits for them. */
const Round = lazyComponent(async () => (await import('../-round/round.tsx')).Round)

export const Route = createFileRoute('/admin/orders/round')({
  validateSearch: (address: Record<string, unknown>) => ({ orders: asText(address.orders) }),
  component: RoundScreen,
})

/** `orders`: the ids of the orders, sorted by letter and separated by commas. */
function RoundScreen() {
  const { orders } = Route.useSearch()
  const ids = [...new Set(orders.split(',').filter(Boolean))].slice(0, MAX_ROUND)
  if (ids.length === 0) return <PageHeader title="Pick together" />
  return <Round key={orders} orderIds={ids} fallback={<PageHeader title="Pick together" />} />
}
