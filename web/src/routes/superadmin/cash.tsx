import { cash, type RiderCash } from '@kirana/contract/cash'
import { freshKey } from '@kirana/contract/wire/request'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { CashBook } from '#/components/cash/book.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Button } from '#/ui/button.tsx'
import { TextArea, TextField } from '#/components/forms/fields.tsx'

export const Route = createFileRoute('/superadmin/cash')({ component: Cash })

function Cash() {
  const [chosen, setChosen] = useState<{ rider: RiderCash; open: boolean } | null>(null)
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
      />
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
  // A repeated press is the same action.
  const [actionId] = useState(freshKey)
  const writeOff = useWrite(cash.writeOff, { reload: [cash.get, cash.entries] })
  return (
    <FormDialog
      {...dialog}
      title="Write off"
      description={`${rider.name} owes ${rupees(rider.shortage)}.`}
      schema={form}
      values={{ amount: String(rider.shortage), reason: '' }}
      onSave={(body) => writeOff.sendAsync({ body: { ...body, riderId: rider._id, actionId } })}
    >
      <>
        <TextField label="Amount" inputMode="decimal" name="amount" />
        <TextArea label="Reason" name="reason" />
      </>
    </FormDialog>
  )
}
