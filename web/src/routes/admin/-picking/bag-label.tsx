import { dispatch } from '@kirana/contract/dispatch'
import type { OrderPick } from '@kirana/contract/pick'
import { urlOf } from '@kirana/contract/wire/request'
import type { RoundLetter } from '@kirana/domain/round'
import { Tag } from 'lucide-react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'

/** Link to the printable label of a packed bag. In a round it names the order's letter. */
export function BagLabel({ pick, letter }: { pick: OrderPick; letter?: RoundLetter }) {
  const mayPrint = useAllowed(dispatch.label)
  if (!mayPrint || pick.delivaryStatus !== 'Prepeared') return null
  return (
    <a
      aria-label={`Print label${letter ? ` ${letter}` : ''}, opens in a new tab`}
      className={buttonVariants({ variant: 'outline', size: 'large' })}
      href={urlOf(dispatch.label.path, { params: { id: pick.orderId } })}
      target="_blank"
      rel="noreferrer"
    >
      <Tag aria-hidden />
      Print label {letter}
    </a>
  )
}
