import type { Order } from '@kirana/contract/orders'
import { Timeline, To } from '#/components/journal/timeline.tsx'

/** Status changes: who, when, from and to; newest first. */
export const OrderTimeline = ({ history }: { history: Order['history'] }) => (
  <Timeline
    title="Timeline"
    happenings={history
      .map(({ from, to, at, by }, step) => ({
        key: String(step),
        at,
        by,
        what:
          from === null ? (
            'Order placed'
          ) : (
            <>
              {from}
              <To />
              {to}
            </>
          ),
      }))
      .toReversed()}
  />
)
