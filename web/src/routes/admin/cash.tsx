import { cash } from '@kirana/contract/cash'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { CashBook } from '#/components/cash/book.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button } from '#/ui/button.tsx'
import { CountCash } from '#/components/cash/count-cash.tsx'
import { Closing } from './-cash/closing.tsx'
import { UpiPayments } from './-cash/upi.tsx'

export const Route = createFileRoute('/admin/cash')({ component: Cash })

const BankDeposit = lazyComponent(async () => (await import('#/components/cash/bank.tsx')).BankDeposit)
const TillMove = lazyComponent(async () => (await import('#/components/cash/till-moves.tsx')).TillMove)
const Float = lazyComponent(async () => (await import('#/components/cash/till-moves.tsx')).Float)

type Asked =
  | { what: 'bank' | 'move'; till: number }
  | { what: 'count' | 'float'; rider: { _id: string; name: string; inHand: number } }

function Cash() {
  const mayMove = useAllowed(cash.till)
  const mayCount = useAllowed(cash.deposit)
  const [asked, setAsked] = useState<(Asked & { open: boolean }) | null>(null)
  const ask = (what: Asked) => setAsked({ ...what, open: true })
  const dialog = {
    open: asked?.open ?? false,
    onOpenChange: (open: boolean) => asked && setAsked({ ...asked, open }),
  }
  return (
    <>
      <CashBook
        header={(till) =>
          mayMove && (
            <>
              <Button variant="outline" onClick={() => ask({ what: 'move', till })}>
                Put in or take out
              </Button>
              <Button onClick={() => ask({ what: 'bank', till })}>Deposit at the bank</Button>
            </>
          )
        }
        day={(till) => <Closing till={till} />}
        actions={(rider) => (
          <>
            {mayCount && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Count the cash of ${rider.name}`}
                onClick={() => ask({ what: 'count', rider })}
              >
                Count
              </Button>
            )}
            {mayMove && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Give cash to ${rider.name}`}
                onClick={() => ask({ what: 'float', rider })}
              >
                Give cash
              </Button>
            )}
          </>
        )}
      />
      <UpiPayments />
      {asked?.what === 'bank' && <BankDeposit till={asked.till} {...dialog} />}
      {asked?.what === 'move' && <TillMove till={asked.till} {...dialog} />}
      {asked?.what === 'float' && <Float key={asked.rider._id} rider={asked.rider} {...dialog} />}
      {asked?.what === 'count' && (
        <CountCash
          key={`${asked.rider._id} ${asked.rider.inHand}`}
          rider={{ ...asked.rider, expected: asked.rider.inHand }}
          {...dialog}
        />
      )}
    </>
  )
}
