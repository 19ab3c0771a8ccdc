import type { OrderPick } from '@kirana/contract/pick'
import type { RoundLetter } from '@kirana/domain/round'
import { Hand, PackageX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useJustShown } from '#/lib/browser/second-press.ts'
import { isBellOn } from '#/lib/live/bell.ts'
import { counted } from '#/lib/format.ts'
import { Alert } from '#/ui/alert.tsx'
import { inBag } from './model.ts'
import { buzz } from './sound.ts'

type End = { title: string; detail: string; kind: keyof typeof icons }

const icons = {
  canceled: <PackageX aria-hidden size={32} className="shrink-0 text-bad" />,
  taken: <Hand aria-hidden size={32} className="shrink-0 text-warn" />,
  changed: <TriangleAlert aria-hidden size={32} className="shrink-0 text-warn" />,
}

/** Why the user can no longer pick an order that they were picking; null if they still can, or have finished it. */
function endOf(before: OrderPick, { delivaryStatus: status, state, by, isMine }: OrderPick): End | null {
  if (!before.isMine || before.delivaryStatus !== 'Confirmed' || state === 'done') return null
  if (status === 'Canceled') {
    const pieces = inBag(before)
    const detail = pieces > 0 ? `${counted(pieces, 'piece')} to put back.` : 'Nothing is to be put back.'
    return { kind: 'canceled', title: 'Canceled: put everything back', detail }
  }
  if (status !== 'Confirmed')
    return { kind: 'changed', title: `This order is already ${status}`, detail: 'Its pick has ended.' }
  if (state === 'claimed' && !isMine)
    return {
      kind: 'taken',
      title: `${by} has taken over this order`,
      detail: `What you recorded is kept. ${by} goes on with it.`,
    }
  return null
}

/**
 * A dialog that says that the order is no longer the picker's. It stays until it is acknowledged, and plays a sound if
 * sound is on. In a round it names the letter.
 */
export function PickEnded({ pick, letter }: { pick: OrderPick; letter?: RoundLetter }) {
  const [last, setLast] = useState(pick)
  const [end, setEnd] = useState<End | null>(null)
  if (last !== pick) {
    setLast(pick)
    const next = endOf(last, pick)
    if (next) setEnd(next)
    // The user has the order again, so close the dialog.
    else if (pick.isMine && pick.delivaryStatus === 'Confirmed') setEnd(null)
  }
  const isJustShown = useJustShown(end)
  useEffect(() => {
    if (end && isBellOn()) buzz()
  }, [end])
  if (!end) return null
  return (
    <Alert
      open
      // Ignore early presses, because an Enter or tap for the next piece must not acknowledge the dialog.
      onOpenChange={() => !isJustShown() && setEnd(null)}
      icon={icons[end.kind]}
      title={letter ? `${letter}: ${end.title}` : end.title}
      description={end.detail}
    />
  )
}
