import type { OrderPick } from '@kirana/contract/pick'
import { Ban, Hand, PackageX, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import type { usePickQueue } from '#/lib/outbox/picks.ts'
import { Button } from '#/ui/button.tsx'
import { nextMark } from './next-focus.ts'
import { BagLabel } from './bag-label.tsx'
import { BackToBoard, PickDone } from './finished.tsx'
import { UndoDone } from './undo-done.tsx'
import { NotStored, notStoredText } from './not-stored.tsx'
import type { WrongScan } from './scan.ts'
import { isClaimOver } from '../-orders/pick-link.tsx'

const tones = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  /** Visible from a distance, at any scroll position. */
  no: 'sticky top-2 z-10 bg-bad-solid text-bad-solid-text',
}

type BarProps = {
  tone: keyof typeof tones
  icon: ReactNode
  text: string
  detail?: string
  children?: ReactNode
}

/** A message above the list. */
export const Bar = ({ tone, icon, text, detail, children }: BarProps) => (
  <div
    role={tone === 'ok' ? 'status' : 'alert'}
    className={`mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-4 sm:px-5 ${tones[tone]}`}
  >
    {icon}
    <div className="min-w-0 flex-1">
      <p className="text-xl font-semibold break-words">{text}</p>
      {detail && <p className="mt-0.5 break-words">{detail}</p>}
    </div>
    {children}
  </div>
)

/** The message about a wrong scan, shown until it is acknowledged. */
export const WrongScanBar = ({ wrong, onDismiss }: { wrong: WrongScan | null; onDismiss: () => void }) =>
  wrong && (
    <Bar tone="no" icon={<Ban aria-hidden size={40} />} text={wrong.text} detail={wrong.where}>
      <Button variant="outline" size="large" onClick={onDismiss} {...nextMark}>
        OK
      </Button>
    </Bar>
  )

type Props = {
  pick: OrderPick
  queue: ReturnType<typeof usePickQueue>
  claim: { isBusy: boolean; error: Error | null; send: (takeOver: boolean) => void }
}

/** Says why the order cannot be picked, or that the pick is done. */
export function PickNotice({ pick, queue: { refusal }, claim }: Props) {
  const { delivaryStatus: status, state, by, until, isMine, approval } = pick
  const isPicked = useClock((now) => state === 'claimed' && !isClaimOver(until, now))
  if (status === 'Canceled' && state === 'done')
    return <PickDone title="Nothing was found" detail="The order is canceled." />
  if (status === 'Canceled')
    return (
      <Bar tone="bad" icon={<PackageX aria-hidden size={32} />} text="Canceled: put everything back">
        <BackToBoard />
      </Bar>
    )
  if (state === 'done')
    return (
      <PickDone
        title={`Picked by ${by}`}
        detail={`The order is ${status}.`}
        labels={<BagLabel pick={pick} />}
      >
        {status === 'Prepeared' && <UndoDone pick={pick} />}
      </PickDone>
    )
  if (status !== 'Confirmed')
    return (
      <Bar
        tone="warn"
        icon={<TriangleAlert aria-hidden size={28} />}
        text={`This order is already ${status}`}
        detail={
          refusal?.code === 'discarded'
            ? `${refusal.message}. Its bill is as ordered.`
            : 'It was set without picking: its bill is as ordered.'
        }
      >
        <BackToBoard />
      </Bar>
    )
  const touched = claim.error instanceof ApiError && claim.error.code === 'touched' ? claim.error : null
  const details = [
    ...(touched ? [`${touched.message}.`] : []),
    ...(refusal ? [`${notStoredText(refusal, pick.stored)}.`] : []),
  ]
  if ((state === 'claimed' && !isMine) || (state === 'none' && touched && !claim.isBusy))
    return (
      <Bar
        tone="warn"
        icon={<Hand aria-hidden size={28} />}
        text={isPicked ? `${by} is picking this order` : 'Nobody is picking this order'}
        {...(details.length > 0 && { detail: details.join(' ') })}
      >
        <Button size="large" busy={claim.isBusy} onClick={() => claim.send(true)} {...nextMark}>
          Take over
        </Button>
      </Bar>
    )
  if (refusal) return <NotStored pick={pick} refusal={refusal} />
  if (approval)
    return (
      <Bar
        tone="warn"
        icon={<ShieldCheck aria-hidden size={28} />}
        text="Waiting for approval"
        detail="The order is finished once another person approves it."
      >
        <BackToBoard />
      </Bar>
    )
  if (state === 'none' && !claim.isBusy)
    return (
      <Bar
        tone="warn"
        icon={<Hand aria-hidden size={28} />}
        text={claim.error instanceof ApiError ? messageOf(claim.error) : 'Nobody is picking this order'}
      >
        <Button size="large" onClick={() => claim.send(false)} {...nextMark}>
          Pick
        </Button>
      </Bar>
    )
  return null
}
