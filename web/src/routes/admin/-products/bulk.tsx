import { products, type ProductRow } from '@kirana/contract/products'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Outcomes, type Outcome } from '#/components/feedback/outcomes.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'

/** Loaded when it is opened: few visits of the list need it. */
const BulkTax = lazyComponent(async () => (await import('./bulk-tax.tsx')).BulkTax)

type Props = {
  /** The products on the current page. */
  rows: readonly ProductRow[]
  /** Selected ids; only those on the current page count. */
  chosen: readonly string[]
  onChosen: (chosen: readonly string[]) => void
}

type BulkResult = { open: boolean; message: string; what: string; outcomes: Outcome[] }

/** Selects the whole page; enables or disables the selection, or gives it an HSN code and a GST rate. */
export function ProductBulk({ rows, chosen, onChosen }: Props) {
  const setActive = useWrite(products.setActive, { reload: [products.list, products.get], quiet: true })
  const [result, setResult] = useState<BulkResult | null>(null)
  const [isTaxing, setIsTaxing] = useState(false)
  const titles = new Map(rows.filter(({ _id }) => chosen.includes(_id)).map(({ _id, title }) => [_id, title]))
  const isWhole = rows.length > 0 && titles.size === rows.length
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
    <div className="order-last flex min-h-9 w-full flex-wrap items-center gap-x-4 gap-y-1">
      <Checkbox
        label="Select this page"
        checked={isWhole}
        disabled={rows.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = titles.size > 0 && !isWhole
        }}
        onChange={() => onChosen(isWhole ? [] : rows.map(({ _id }) => _id))}
      />
      {titles.size > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="numbers mr-1 text-sm text-muted">
            {count(titles.size)} selected
          </p>
          {[true, false].map((isActive) => (
            <Button
              key={String(isActive)}
              variant="outline"
              size="small"
              disabled={setActive.isSending}
              onClick={() => void change(isActive)}
            >
              {isActive ? 'Enable' : 'Disable'}
            </Button>
          ))}
          <Button variant="outline" size="small" onClick={() => setIsTaxing(true)}>
            HSN and GST
          </Button>
        </div>
      )}
      {isTaxing && (
        <BulkTax
          fallback={null}
          titles={titles}
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
