import { stock } from '@kirana/contract/stock'
import { dayInKolkata } from '@kirana/domain/calendar'
import { useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

/** Adds received pieces with their expiry and purchase price. */
export function ReceiveStock({ row, ...dialog }: DialogState & { row: Listed }) {
  const receive = useWrite(stock.receive, { reload: [stock.list, stock.movements] })
  const today = useClock((now) => dayInKolkata(new Date(now)))
  return (
    <FormDialog
      {...dialog}
      title={`Receive ${nameOf(row)}`}
      save="Receive"
      schema={stock.receive.body}
      values={{ variantId: row.variantId, quantity: '', expiry: '', cost: '' }}
      onSave={(body) => receive.sendAsync({ body })}
    >
      <TextField label="Quantity" inputMode="numeric" name="quantity" />
      <TextField
        label="Expiry"
        type="date"
        min={today}
        hint="The last good day, if the pack has one"
        name="expiry"
      />
      <TextField
        label="Cost (₹)"
        inputMode="decimal"
        hint="Purchase price of one piece, if known"
        name="cost"
      />
    </FormDialog>
  )
}
