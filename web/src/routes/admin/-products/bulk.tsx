import { products, type ProductRow } from '@kirana/contract/products'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Outcomes } from '#/components/feedback/lazy.ts'
import type { Outcome } from '#/components/feedback/outcomes.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { PriceUndo, type PriceResult } from './bulk-undo.tsx'

/** Loaded when opened, because it is rarely needed. */
const BulkPrice = lazyComponent(async () => (await import('./bulk-price.tsx')).BulkPrice)
const BulkTax = lazyComponent(async () => (await import('./bulk-tax.tsx')).BulkTax)

type Props = {
  /** The products on the current page. */
  rows: readonly ProductRow[]
  /** Selected ids; only those on the current page count. */
  chosen: readonly string[]
  onChosen: (chosen: readonly string[]) => void
}

type BulkResult = { open: boolean; message: string; what: string; outcomes: Outcome[] }

type SelectProps = Props & { hideLabel?: boolean }

/** Selects all rows of the page. */
export function SelectPage({ rows, chosen, onChosen, hideLabel = false }: SelectProps) {
  const number = rows.filter(({ _id }) => chosen.includes(_id)).length
  const isWhole = rows.length > 0 && number === rows.length
  return (
    <Checkbox
      label="Select this page"
      hideLabel={hideLabel}
      checked={isWhole}
      disabled={rows.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = number > 0 && !isWhole
      }}
      onChange={() => onChosen(isWhole ? [] : rows.map(({ _id }) => _id))}
    />
  )
}

/** Changes the selection: enables or disables it, sets its prices, or gives it an HSN code and a GST rate. */
export function ProductBulk({ rows, chosen, onChosen }: Props) {
  const setActive = useWrite(products.setActive, { reload: [products.list, products.get], quiet: true })
  const [result, setResult] = useState<BulkResult | null>(null)
  const [isTaxing, setIsTaxing] = useState(false)
  const [isPricing, setIsPricing] = useState(false)
  const [priced, setPriced] = useState<PriceResult[]>([])
  const chosenRows = rows.filter(({ _id }) => chosen.includes(_id))
  const titles = new Map(chosenRows.map(({ _id, title }) => [_id, title]))
  async function change(isActive: boolean) {
    try {
      const { data, message } = await setActive.sendAsync({
        body: { productIds: [...titles.keys()], isActive },
      })
      setResult({
        open: true,
        message,
        what: isActive ? 'products enabled' : 'products disabled',
        outcomes: data.map(({ _id, ...outcome }) => ({ ...outcome, name: titles.get(_id) ?? _id })),
      })
      onChosen([])
    } catch {
      // useWrite has shown the error; keep the selection for another attempt.
    }
  }
  return (
    <div className="order-last flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 empty:hidden max-md:min-h-9 md:w-full">
      <div className="md:hidden">
        <SelectPage rows={rows} chosen={chosen} onChosen={onChosen} />
      </div>
      {titles.size > 0 && (
        <BulkButtons
          chosen={titles.size}
          isSending={setActive.isSending}
          onActive={(isActive) => void change(isActive)}
          onPrices={() => setIsPricing(true)}
          onTax={() => setIsTaxing(true)}
        />
      )}
      {priced.length > 0 && (
        <PriceUndo
          results={priced}
          onClose={() => setPriced([])}
          onDone={(message, outcomes) => {
            setPriced([])
            setResult({ open: true, message, what: 'prices taken back', outcomes })
          }}
        />
      )}
      {isPricing && (
        <BulkPrice
          fallback={null}
          rows={chosenRows}
          onOpenChange={setIsPricing}
          onDone={(results) => {
            setPriced(results.filter(({ done }) => done))
            setResult({
              open: true,
              message: 'Prices updated successfully',
              what: 'prices changed',
              outcomes: results,
            })
            onChosen([])
          }}
        />
      )}
      {isTaxing && (
        <BulkTax
          fallback={null}
          rows={chosenRows}
          open
          onOpenChange={setIsTaxing}
          onDone={(message, outcomes) => {
            setResult({ open: true, message, what: 'products updated', outcomes })
            onChosen([])
          }}
        />
      )}
      {result && <Outcomes {...result} onOpenChange={(open) => setResult({ ...result, open })} />}
    </div>
  )
}

type ButtonsProps = {
  /** The number of selected products. */
  chosen: number
  isSending: boolean
  onActive: (isActive: boolean) => void
  onPrices: () => void
  onTax: () => void
}

const BulkButtons = ({ chosen, isSending, onActive, onPrices, onTax }: ButtonsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <p role="status" className="numbers mr-1 text-sm text-muted">
      {count(chosen)} selected
    </p>
    {[true, false].map((isActive) => (
      <Button
        key={String(isActive)}
        variant="outline"
        size="small"
        disabled={isSending}
        onClick={() => onActive(isActive)}
      >
        {isActive ? 'Enable' : 'Disable'}
      </Button>
    ))}
    <Button variant="outline" size="small" onClick={onPrices}>
      Change prices
    </Button>
    <Button variant="outline" size="small" onClick={onTax}>
      HSN and GST
    </Button>
  </div>
)
