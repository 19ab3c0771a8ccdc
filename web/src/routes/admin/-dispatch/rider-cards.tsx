import { cash } from '@kirana/contract/cash'
import type { DispatchRider } from '@kirana/contract/dispatch'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { EmptyState } from '#/components/feedback/states.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { CountCash } from '#/components/cash/count-cash.tsx'

/** The riders with their open bags and the cash in hand. */
export function RiderCards({ riders }: { riders: readonly DispatchRider[] }) {
  const mayCount = useAllowed(cash.deposit)
  const [counting, setCounting] = useState<{ rider: DispatchRider; open: boolean } | null>(null)
  return (
    <section aria-label="Riders">
      <h2 className="mb-2 font-semibold">Riders</h2>
      {riders.length === 0 ? (
        <div className="card">
          <EmptyState text="No riders yet">
            <Link to="/admin/riders" className={buttonVariants()}>
              Add a rider
            </Link>
          </EmptyState>
        </div>
      ) : (
        <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          {riders.map((rider) => (
            <li key={rider._id} className="card flex min-w-0 flex-col gap-2 p-3 sm:p-4">
              <p className="flex items-center gap-2 font-medium">
                <span className="min-w-0 flex-1 wrap-anywhere">{rider.name}</span>
                {!rider.isActive && <Badge tone="bad">Disabled</Badge>}
              </p>
              <p className="text-sm text-muted">{counted(rider.drops, 'bag')}</p>
              <p className="numbers text-sm">
                {rider.cashLimit === 0 && rider.cash === 0 ? (
                  'Takes no cash'
                ) : (
                  <>
                    <b>{rupees(rider.cash)}</b> in hand of {rupees(rider.cashLimit)}
                  </>
                )}
              </p>
              {rider.unverifiedUpi > 0 && (
                <p className="numbers text-sm">
                  <b>{rupees(rider.unverifiedUpi)}</b> by UPI not verified
                </p>
              )}
              {mayCount && rider.cash > 0 && (
                <Button
                  variant="outline"
                  size="small"
                  className="self-start"
                  aria-label={`Count the cash of ${rider.name}`}
                  onClick={() => setCounting({ rider, open: true })}
                >
                  Count the cash
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {counting && (
        <CountCash
          key={`${counting.rider._id} ${counting.rider.cash}`}
          rider={{ _id: counting.rider._id, name: counting.rider.name, expected: counting.rider.cash }}
          open={counting.open}
          onOpenChange={(open) => setCounting({ ...counting, open })}
        />
      )}
    </section>
  )
}
