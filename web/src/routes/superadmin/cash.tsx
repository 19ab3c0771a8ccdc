import { cash, type RiderCash, type Surplus } from '@kirana/contract/cash'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { rupees } from '#/lib/format.ts'
import { CashBook } from '#/components/cash/book.tsx'
import { useAction } from '#/components/cash/use-action.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Button } from '#/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#/components/forms/fields.tsx'

export const Route = createFileRoute('/superadmin/cash')({ component: Cash })

function Cash() {
  const [chosen, setChosen] = useState<{ rider: RiderCash; open: boolean } | null>(null)
  const [settled, setSettled] = useState<{ surplus: Surplus; open: boolean } | null>(null)
  return (
    <>
      <CashBook
        actions={(rider) =>
          rider.shortage > 0 && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Write off what ${rider.name} owes`}
              onClick={() => setChosen({ rider, open: true })}
            >
              Write off
            </Button>
          )
        }
        surplusActions={(surplus) => (
          <Button
            variant="outline"
            size="small"
            aria-label={`Settle the surplus of ${surplus.rider}`}
            onClick={() => setSettled({ surplus, open: true })}
          >
            Settle
          </Button>
        )}
      />
      {settled && (
        <Settle
          key={settled.surplus._id}
          surplus={settled.surplus}
          open={settled.open}
          onOpenChange={(open) => setSettled({ ...settled, open })}
        />
      )}
      {chosen && (
        <WriteOff
          key={`${chosen.rider._id} ${chosen.rider.shortage}`}
          rider={chosen.rider}
          open={chosen.open}
          onOpenChange={(open) => setChosen({ ...chosen, open })}
        />
      )}
    </>
  )
}

const { amount, reason } = cash.writeOff.body.shape
const form = z.object({ amount, reason })

type Props = { rider: RiderCash; open: boolean; onOpenChange: (open: boolean) => void }

function WriteOff({ rider, ...dialog }: Props) {
  const writeOff = useAction(cash.writeOff, [cash.get, cash.entries])
  return (
    <FormDialog
      {...dialog}
      title="Write off"
      description={`${rider.name} owes ${rupees(rider.shortage)}.`}
      schema={form}
      values={{ amount: String(rider.shortage), reason: '' }}
      onSave={(body) =>
        writeOff.sendAsync({ body: { ...body, riderId: rider._id, actionId: writeOff.actionId } })
      }
    >
      <>
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextArea label="Reason" name="reason" />
      </>
    </FormDialog>
  )
}

const settleForm = z.object({ decision: z.enum(['keep', 'return']), reason })
const decisions = [
  { value: 'keep', label: 'The store keeps it' },
  { value: 'return', label: 'The rider got it back' },
]

type SettleProps = { surplus: Surplus; open: boolean; onOpenChange: (open: boolean) => void }

/** Settles the surplus of a count: the store keeps it, or it was returned to the rider. */
function Settle({ surplus, ...dialog }: SettleProps) {
  const settle = useAction(cash.surplus, [cash.get, cash.day, cash.entries])
  return (
    <FormDialog
      {...dialog}
      title="Settle the surplus"
      description={`${rupees(surplus.amount)} more than expected with ${surplus.rider}, counted by ${surplus.by}.`}
      schema={settleForm}
      values={{ decision: 'keep', reason: '' }}
      onSave={(body: z.input<typeof settleForm>) =>
        settle.sendAsync({ body: { ...body, countId: surplus._id, actionId: settle.actionId } })
      }
    >
      <>
        <SelectField label="Decision" name="decision" choices={decisions} />
        <TextArea label="Reason" name="reason" />
      </>
    </FormDialog>
  )
}
