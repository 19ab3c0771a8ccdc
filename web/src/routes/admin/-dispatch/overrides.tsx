import type { DoorOverride } from '@kirana/contract/dispatch'
import { Link } from '@tanstack/react-router'
import { clockTime } from '#/lib/format.ts'

/** Bags that riders delivered today without the door code, and why. Renders nothing if there are none. */
export function Overrides({ rows }: { rows: readonly DoorOverride[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-label="Without the door code" className="rounded-card bg-warn-soft px-4 py-3 text-warn">
      <h2 className="font-semibold">Delivered without the door code</h2>
      <ul className="mt-1">
        {rows.map(({ _id, order_id, rider, reason, at }) => (
          <li key={_id} className="wrap-anywhere">
            <Link
              to="/admin/order/get/$orderId"
              params={{ orderId: _id }}
              className="numbers font-medium underline coarse:py-2.5"
            >
              {order_id}
            </Link>{' '}
            {rider}, {clockTime(Date.parse(at))}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
