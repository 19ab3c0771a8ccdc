import { stock } from '@kirana/contract/stock'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { SelectField, TextField } from '#/components/forms/fields.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

const reasons = [
  { value: 'damaged', label: 'Damaged' },
  { value: 'expired', label: 'Expired' },
  { value: 'not there', label: 'Not there' },
  { value: 'other', label: 'Other' },
]

/** Removes pieces that cannot be sold from the stock. */
export function WriteOff({ row, ...dialog }: DialogState & { row: Listed }) {
  const write = useWrite(stock.writeOff, { reload: [stock.list, stock.movements] })
  const most = (row.onHand ?? 0) - (row.reserved ?? 0)
  return (
    <FormDialog
      {...dialog}
      title={`Write off ${nameOf(row)}`}
      save="Write off"
      schema={stock.writeOff.body}
      values={{ variantId: row.variantId, quantity: '', reason: 'damaged', note: '' }}
      onSave={(body) => write.sendAsync({ body })}
    >
      <TextField
        label="Quantity"
        inputMode="numeric"
        hint={`At most ${count(most)}: those on hand that no order has reserved`}
        name="quantity"
      />
      <SelectField label="Reason" choices={reasons} name="reason" />
      <TextField label="Note" maxLength={200} name="note" />
    </FormDialog>
  )
}
