import { createFileRoute } from '@tanstack/react-router'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

export const Route = createFileRoute('/rider')({ component: RiderScreen })

/** Loaded separately, because riders have their own session and staff need none of this code. */
const Rider = lazyComponent(async () => (await import('./-rider/rider.tsx')).Rider)

function RiderScreen() {
  return <Rider />
}
