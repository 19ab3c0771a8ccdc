import { cash, type RiderCash } from '@kirana/contract/cash'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { CashBook } from '#/components/cash/book.tsx'
import { Button } from '#/ui/button.tsx'
import { BankDeposit } from '#/components/cash/bank.tsx'
import { UpiPayments } from './-cash/upi.tsx'
import { CountCash } from '#/components/cash/count-cash.tsx'

export const Route = createFileRoute('/admin/cash')({ component: Cash })

function Cash() {
  const mayDeposit = useAllowed(cash.bank)
  const mayCount = useAllowed(cash.deposit)
  const [banking, setBanking] = useState<{ till: number; open: boolean } | null>(null)
  const [counting, setCounting] = useState<{ rider: RiderCash; open: boolean } | null>(null)
  return (
    <>
      <CashBook
        header={(till) =>
          mayDeposit && <Button onClick={() => setBanking({ till, open: true })}>Deposit at the bank</Button>
        }
        actions={(rider) =>
          mayCount && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Count the cash of ${rider.name}`}
              onClick={() => setCounting({ rider, open: true })}
            >
              Count
            </Button>
          )
        }
      />
      <UpiPayments />
      {banking && (
        <BankDeposit
          till={banking.till}
          open={banking.open}
          onOpenChange={(open) => setBanking({ ...banking, open })}
        />
      )}
      {counting && (
        <CountCash
          key={`${counting.rider._id} ${counting.rider.inHand}`}
          rider={{ _id: counting.rider._id, name: counting.rider.name, expected: counting.rider.inHand }}
          open={counting.open}
          onOpenChange={(open) => setCounting({ ...counting, open })}
        />
      )}
    </>
  )
}
