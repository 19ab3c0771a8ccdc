import { prices, MAX_PRICES } from '@kirana/contract/prices'
import { products, type ProductRow } from '@kirana/contract/products'
import { amountInput, percentInput } from '@kirana/contract/wire/numbers'
import { toRupees } from '@kirana/domain/money'
import { pricePaid } from '@kirana/domain/price'
import { changedPrice, type PriceChange, withPricePaid } from '@kirana/domain/price-change'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { To } from '#/components/journal/to.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { Select, TextField } from '#/ui/field.tsx'
import { cellPadding, ScrollTable } from '../-lists/scroll-table.tsx'
import type { PriceResult } from './bulk-undo.tsx'

type Props = {
  rows: readonly ProductRow[]
  onOpenChange: (open: boolean) => void
  onDone: (results: PriceResult[]) => void
}

const ways: { value: PriceChange['by']; label: string }[] = [
  { value: 'raisePercent', label: 'Raise by percent' },
  { value: 'lowerPercent', label: 'Lower by percent' },
  { value: 'raiseValue', label: 'Raise by ₹' },
  { value: 'lowerValue', label: 'Lower by ₹' },
  { value: 'set', label: 'Set to ₹' },
]
const roundings = [
  { value: '1', label: 'No rounding' },
  { value: '100', label: '₹1' },
  { value: '500', label: '₹5' },
  { value: '1000', label: '₹10' },
]
const paise = amountInput('Enter an amount', { nonZero: true })

type Planned = {
  variantId: string
  version: number
  name: string
  mrp: number
  before: number
  after: number
  error: string
}

/** The new price of every variant, or the reason why it cannot be set. */
const plan = (rows: readonly ProductRow[], change: PriceChange | null): Planned[] =>
  rows.flatMap(({ title, variant }) =>
    variant.map(({ variantId, version, value, unit, ...amounts }) => {
      const inPaise = {
        mrp: Math.round(amounts.mrp * 100),
        sellingPrice: Math.round(amounts.sellingPrice * 100),
        specialPrice: Math.round(amounts.specialPrice * 100),
        discount: Math.round(amounts.discount * 100),
      }
      const before = pricePaid(inPaise)
      const after = change ? changedPrice(before, change) : before
      const error = withPricePaid(inPaise, after).error?.message ?? ''
      return {
        variantId,
        version,
        name: `${title} · ${value} ${unit}`,
        mrp: inPaise.mrp,
        before,
        after,
        error,
      }
    }),
  )

/** Changes what customers pay for the variants of the selected products, with a preview that checks each against its MRP. */
export function BulkPrice({ rows, onOpenChange, onDone }: Props) {
  const [by, setBy] = useState<PriceChange['by']>('raisePercent')
  const [typed, setTyped] = useState('')
  const [roundTo, setRoundTo] = useState('100')
  const [isSubmitted, setSubmitted] = useState(false)
  const set = useWrite(prices.set, { reload: [products.list, products.get], quiet: true })
  const isPercent = by.endsWith('Percent')
  const amount = (isPercent ? percentInput : paise).safeParse(typed)
  const isValid = amount.success && amount.data > 0
  const planned = plan(rows, isValid ? { by, amount: amount.data, roundTo: Number(roundTo) } : null)
  const good = planned.filter(({ before, after, error }) => error === '' && before !== after)
  const wrong = planned.filter(({ error }) => error !== '')
  const message = amount.success ? 'Enter an amount above 0' : amount.error.issues[0]?.message
  const isTooMany = good.length > MAX_PRICES
  async function save() {
    setSubmitted(true)
    if (!isValid || good.length === 0 || isTooMany) return
    try {
      const changes = good.map(({ variantId, version, after }) => ({
        variantId,
        version,
        price: toRupees(after),
      }))
      const { data } = await set.sendAsync({ body: { changes } })
      const byId = new Map(good.map((row) => [row.variantId, row]))
      onDone(
        data.map((result) => {
          const row = byId.get(result.variantId)
          return { ...result, name: row?.name ?? '', before: toRupees(row?.before ?? 0) }
        }),
      )
      onOpenChange(false)
    } catch {
      // useWrite has shown the error; keep the values for another attempt.
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Change prices"
      width="medium"
      locked={set.isSending}
      staysOpen
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-3">
            <Select
              label="Change"
              choices={ways}
              value={by}
              onChange={({ target }) => setBy(ways.find(({ value }) => value === target.value)?.value ?? by)}
            />
            <TextField
              label={isPercent ? 'Percent' : 'Amount in ₹'}
              inputMode="decimal"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              error={(isSubmitted || typed !== '') && !isValid ? message : undefined}
            />
            <Select
              label="Round to"
              choices={roundings}
              value={roundTo}
              onChange={({ target }) => setRoundTo(target.value)}
            />
          </div>
          <p role="status" className="text-sm text-muted">
            {isValid
              ? `${count(good.length)} of ${count(planned.length)} prices change${wrong.length > 0 ? `, ${count(wrong.length)} cannot` : ''}`
              : `${count(planned.length)} prices chosen`}
            {isTooMany && `. Change ${count(MAX_PRICES)} at most at a time`}
          </p>
          <Preview planned={planned} />
        </DialogBody>
        <DialogActions>
          <Button variant="outline" disabled={set.isSending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={set.isSending} disabled={isValid && (good.length === 0 || isTooMany)}>
            Change prices
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const inRupees = (paiseAmount: number) => rupees(toRupees(paiseAmount))

const heads = [{ text: 'Variant' }, { text: 'MRP', isNumeric: true }, { text: 'Price', isNumeric: true }]

const Preview = ({ planned }: { planned: readonly Planned[] }) => (
  <ScrollTable name="Preview" heads={heads}>
    {planned.map(({ variantId, name, mrp, before, after, error }) => (
      <tr key={variantId} className="align-top">
        <td className={`${cellPadding} wrap-anywhere`}>
          {name}
          {error && <p className="text-bad">{error}</p>}
        </td>
        <td className={`numbers ${cellPadding} text-right text-muted`}>{mrp > 0 ? inRupees(mrp) : '–'}</td>
        <td className={`numbers ${cellPadding} text-right`}>
          {before !== after && error === '' ? (
            <>
              <span className="text-muted">{inRupees(before)}</span>
              <To />
              <span className="font-medium">{inRupees(after)}</span>
            </>
          ) : (
            inRupees(before)
          )}
        </td>
      </tr>
    ))}
  </ScrollTable>
)
