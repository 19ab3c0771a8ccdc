import type { Route } from '@kirana/contract/wire/route'
import { stock } from '@kirana/contract/stock'
import { PackageX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

const OutOfStockQuestion = lazyComponent(
  async () => (await import('./out-of-stock-question.tsx')).OutOfStockQuestion,
)

type Props = {
  variantId: string
  /** The variant's name: 'Rice, 500 GM'. */
  name: string
  /** The product's title. If set, the button asks first, because on a busy board it is easily pressed by mistake. */
  askAs?: string
  /** Pieces on hand; null if the stock is not tracked, undefined if unknown. */
  onHand?: number | null | undefined
  /** More lists that show the stock level. */
  reload?: readonly Route[]
  /** As high as a line of text. */
  isCompact?: boolean
}

const dense = '-my-1.5 coarse:my-0'

/** Sets the pieces on hand to 0. Undo restores them, until another change of the stock. */
export function OutOfStockButton({ variantId, name, askAs, onHand, reload = [], isCompact = false }: Props) {
  /** Undefined before the first press: the dialog mounts then, because one in each line would slow down the board. */
  const [isAsking, setAsking] = useState<boolean>()
  /** The pieces that Undo restores; undefined if there is nothing to undo. */
  const [before, setBefore] = useState<number | null>()
  const write = useWrite(stock.count, {
    reload: [stock.list, stock.movements, ...reload],
    quiet: true,
    onDone: (row, { body }) => setBefore(body.undo ? undefined : row.before),
    onError: (_, { body }) => body.undo && setBefore(undefined),
  })
  const isAllowed = useAllowed(stock.count)
  if (!isAllowed) return null
  const send = (pieces: number | null, undo: boolean) =>
    write.send({
      body: { variantId, onHand: pieces, reason: undo ? 'Undo: out of stock' : 'Out of stock', undo },
    })
  const press = () => (askAs === undefined ? send(0, false) : setAsking(true))
  // No Undo if pieces have been received or counted since.
  const isUndoable = before !== undefined && (onHand === undefined || onHand === 0)
  if (isUndoable) {
    const undo = {
      variant: 'text',
      'aria-label': `Undo out of stock: ${name}`,
      busy: write.isSending,
      onClick: () => send(before, true),
    } as const
    return (
      <span role="status" className="inline-flex shrink-0 items-center gap-1">
        {onHand === undefined && <Badge tone="bad">Out of stock</Badge>}
        <Button
          {...undo}
          size={isCompact ? 'iconSmall' : 'small'}
          className={isCompact ? dense : ''}
          title="Undo"
        >
          <Undo2 aria-hidden />
          {!isCompact && 'Undo'}
        </Button>
      </span>
    )
  }
  if (isCompact && onHand === 0) return null
  if (isCompact)
    return (
      <>
        <IconButton
          label={`Out of stock: ${name}`}
          size="iconSmall"
          className={dense}
          busy={write.isSending}
          onClick={press}
        >
          <PackageX aria-hidden />
        </IconButton>
        {askAs !== undefined && isAsking !== undefined && (
          <OutOfStockQuestion
            variantId={variantId}
            title={askAs}
            name={name}
            open={isAsking}
            onOpenChange={setAsking}
            onConfirm={() => {
              setAsking(false)
              send(0, false)
            }}
          />
        )}
      </>
    )
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Out of stock: ${name}`}
      disabled={onHand === 0}
      busy={write.isSending}
      onClick={press}
    >
      Out of stock
    </Button>
  )
}
