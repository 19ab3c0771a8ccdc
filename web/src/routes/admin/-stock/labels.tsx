import { stockFiles, type ShelfLabel } from '@kirana/contract/stock-files'
import { useState } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { notify } from '#/lib/notify.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { Paper } from '#/ui/paper.tsx'
import { Barcode } from './barcode.tsx'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

/** Prints shelf labels of selected variants of the page on a roll of 80 mm. */
export function StockLabels({ rows, open, onOpenChange }: DialogState & { rows: readonly Listed[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [labels, setLabels] = useState<readonly ShelfLabel[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const chosen = rows.filter(({ variantId }) => !left.has(variantId))
  const set = (id: string, isChosen: boolean) => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  const print = () => {
    setBusy(true)
    const ids = chosen.map(({ variantId }) => variantId).join(',')
    void call(stockFiles.labels, { query: { ids } })
      .then(
        ({ data }) => setLabels(data),
        (error: unknown) => notify('failure', messageOf(error)),
      )
      .finally(() => setBusy(false))
  }
  const all = (isChosen: boolean) => setLeft(new Set(isChosen ? [] : rows.map(({ variantId }) => variantId)))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Labels"
      description="For rolls of 80 mm: one label of 50 mm for each, with shelf, price and barcode."
    >
      <DialogBody className="flex flex-col gap-1">
        <Checkbox
          label={`All ${rows.length} of this page`}
          checked={chosen.length === rows.length}
          onChange={({ target }) => all(target.checked)}
        />
        <ul aria-label="Variants" className="flex flex-col border-t border-line pt-1">
          {rows.map((row) => (
            <li key={row.variantId} className="flex items-center justify-between gap-3 wrap-anywhere">
              <Checkbox
                label={nameOf(row)}
                checked={!left.has(row.variantId)}
                onChange={({ target }) => set(row.variantId, target.checked)}
              />
              <b className="shrink-0 whitespace-nowrap">{row.shelf}</b>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button busy={isBusy} disabled={chosen.length === 0} onClick={print}>
          Print {chosen.length}
        </Button>
      </DialogActions>
      {labels && (
        <Paper
          className="labels"
          page={() => 'size: 80mm 50mm; margin: 3mm'}
          onDone={() => {
            setLabels(null)
            onOpenChange(false)
          }}
        >
          {labels.map((label) => (
            <Label key={label.variantId} {...label} />
          ))}
        </Paper>
      )}
    </Dialog>
  )
}

const Label = ({ title, productQuantity, shelf, mrp, price, barcode }: ShelfLabel) => (
  <article aria-label={`Label of ${title}, ${productQuantity}`} className="flex flex-col justify-between">
    <div className="flex items-start gap-[3mm]">
      {shelf && (
        <p className="max-w-[34mm] shrink-0 border-[0.6mm] px-[2mm] text-[26pt] leading-tight font-bold break-words">
          {shelf}
        </p>
      )}
      <div className="min-w-0">
        <p className="line-clamp-2 text-[12pt] leading-tight font-bold break-words">{title}</p>
        <p className="text-[10pt]">{productQuantity}</p>
      </div>
    </div>
    <p className="flex items-baseline justify-between gap-[3mm]">
      <span className="text-[18pt] leading-none font-bold">{rupees(price)}</span>
      {mrp > 0 && <span className="text-[10pt]">MRP {rupees(mrp)}</span>}
    </p>
    {barcode && <Barcode code={barcode} />}
  </article>
)
