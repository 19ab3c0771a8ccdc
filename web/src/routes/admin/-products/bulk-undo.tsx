import { prices } from '@kirana/contract/prices'
import { products } from '@kirana/contract/products'
import { X } from 'lucide-react'
import { useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import type { Outcome } from '#/components/feedback/outcomes.tsx'
import { Button, IconButton } from '#/ui/button.tsx'

/** A price that was set. `version`: the variant's version after the change. `before`: the earlier price in rupees. */
export type PriceResult = Outcome & { variantId: string; version: number; before: number }

type Props = {
  results: readonly PriceResult[]
  onClose: () => void
  onDone: (message: string, outcomes: Outcome[]) => void
}

/** Reverts changed prices, except those that have been changed again. */
export function PriceUndo({ results, onClose, onDone }: Props) {
  const set = useWrite(prices.set, { reload: [products.list, products.get], quiet: true })
  const done = results.filter((result) => result.done)
  async function undo() {
    try {
      const changes = done.map(({ variantId, version, before }) => ({ variantId, version, price: before }))
      const { data, message } = await set.sendAsync({ body: { changes } })
      const names = new Map(done.map(({ variantId, name }) => [variantId, name]))
      onDone(
        message,
        data.map(({ variantId, ...outcome }) => ({ ...outcome, name: names.get(variantId) ?? '' })),
      )
    } catch {
      // useWrite has shown the error; Undo stays.
    }
  }
  return (
    <div className="flex items-center gap-2 text-sm">
      <p role="status" className="numbers">
        {counted(done.length, 'price')} changed
      </p>
      <Button variant="outline" size="small" busy={set.isSending} onClick={() => void undo()}>
        Undo
      </Button>
      <IconButton label="Keep the new prices" size="iconSmall" disabled={set.isSending} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
