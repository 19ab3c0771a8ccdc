import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

export const Route = createFileRoute('/rider')({ component: RiderScreen })

/** What riders need and nobody else: their session is not one of the office. */
const Rider = lazyComponent(async () => (await import('./-rider/rider.tsx')).Rider)

function RiderScreen() {
  return <Rider />
}
