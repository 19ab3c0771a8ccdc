import { cash } from '@kirana/contract/cash'
import { upi, type StatementColumns } from '@kirana/contract/upi'
import type { Data } from '@kirana/contract'
import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf, useWrite } from '#/lib/api.ts'
import { counted, rupees } from '#/lib/format.ts'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { Select } from '#/ui/field.tsx'

const questions = [
  ['date', 'Column of the date'],
  ['utr', 'Column with the UTR'],
  ['amount', 'Column of the amount credited'],
  ['kind', 'Column that says credit or debit'],
] as const

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Reads a bank statement, whose columns are selected once, and verifies the UPI payments in it. */
export function ImportStatement({ open, onOpenChange }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<StatementColumns>({ date: '', utr: '', amount: '', kind: '' })
  const [done, setDone] = useState<Data<typeof upi.import> | null>(null)
  const head = useMutation({
    mutationFn: async (sent: File) => (await call(upi.columns, { files: [sent] })).data,
    onSuccess: (found) => setChosen(found.chosen),
  })
  const send = useWrite(upi.import, { reload: [upi.list, cash.get], quiet: true, onDone: setDone })
  const choose = (next: File | null) => {
    setFile(next)
    setDone(null)
    if (next) head.mutate(next)
    else head.reset()
  }
  const { date, utr, amount } = chosen
  const isReady = file !== null && done === null && [date, utr, amount].every(Boolean)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Import a bank statement"
      width="medium"
      locked={send.isSending}
      staysOpen
    >
      <DialogBody className="flex flex-col gap-4">
        {file === null && (
          <p>
            Every payment whose UTR and amount the statement credits is verified. Nothing else changes, so the
            same statement can be imported again.
          </p>
        )}
        <FilePicker
          label="CSV file"
          prompt="Choose a CSV file or drop it here"
          icon={<FileSpreadsheet aria-hidden size={18} />}
          accept=".csv,text/csv"
          files={file ? [file] : []}
          onChange={([next]) => choose(next ?? null)}
          error={head.isError ? messageOf(head.error) : undefined}
          disabled={send.isSending}
        />
        {head.data && done === null && (
          <div className="grid gap-3 sm:grid-cols-2">
            {questions.map(([name, label]) => (
              <Select
                key={name}
                label={label}
                choices={[
                  { value: '', label: name === 'kind' ? 'None' : 'Choose a column' },
                  ...head.data.columns.map((column) => ({ value: column, label: column })),
                ]}
                hint={name === 'kind' && 'Needed if credits and debits are in one column (Cr, Dr)'}
                value={chosen[name]}
                onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
              />
            ))}
          </div>
        )}
        {done && <Outcome outcome={done} />}
      </DialogBody>
      <DialogActions>
        <Button variant="outline" disabled={send.isSending} onClick={() => onOpenChange(false)}>
          {done ? 'Close' : 'Cancel'}
        </Button>
        {done === null && (
          <Button
            disabled={!isReady}
            busy={send.isSending}
            onClick={() => file && send.send({ body: chosen, files: [file] })}
          >
            Import
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Outcome = ({ outcome: { matches, other, skipped } }: { outcome: Data<typeof upi.import> }) => (
  <div role="status" className="flex flex-col gap-2">
    <p className="font-medium">{counted(matches.length, 'payment')} verified</p>
    {other.length > 0 && (
      <ul className="rounded-control bg-warn-soft p-3 text-warn">
        {other.map(({ row, order_id, utr, expected, amount, day, isPayout }) => (
          <li key={row} className="wrap-anywhere">
            {isPayout
              ? `Row ${row}: a payment by the store, so it does not prove ${utr} of order ${order_id}`
              : `Row ${row}: ${utr} credits ${rupees(amount)} on ${day}; order ${order_id} has ${rupees(expected)}`}
          </li>
        ))}
      </ul>
    )}
    {skipped > 0 && (
      <p className="text-sm text-muted">{counted(skipped, 'row')} without a date or a credited amount</p>
    )}
  </div>
)
