import { dispatch } from '@kirana/contract/dispatch'
import type { OrderPick } from '@kirana/contract/pick'
import { urlOf } from '@kirana/contract/wire/request'
import type { RoundLetter } from '@kirana/domain/round'
import { Tag } from 'lucide-react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'

/** Opens the label of a packed order's bag, to be printed. In a round it says of which. */
export function BagLabel({ pick, letter }: { pick: OrderPick; letter?: RoundLetter }) {
  const mayPrint = useAllowed(dispatch.label)
  if (!mayPrint || pick.delivaryStatus !== 'Prepeared') return null
  return (
    <a
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
