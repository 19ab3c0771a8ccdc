import type { OrderPick } from '@kirana/contract/pick'
import { TriangleAlert } from 'lucide-react'
import { counted } from '#/lib/format.ts'
import { dismissRefusal, retryRefused, type Refusal } from '#/lib/outbox/picks.ts'
import type { PickAction } from '#/lib/outbox/pick-action.ts'
import { Button } from '#/ui/button.tsx'
import { nextMark } from './next-focus.ts'

/** 'Milk: 3 found, 1 missing' */
function actionText(pick: OrderPick, { setting }: PickAction): string {
  if (setting === null) return 'Done'
  const { found, short, swap, grams } = setting
  const name = pick.lines.find(({ line }) => line === setting.line)?.productTitle ?? `Line ${setting.line}`
  const parts = [
    ...(found > 0 ? [`${found} found`] : []),
    ...(short && short.quantity > 0 ? [`${short.quantity} missing`] : []),
    ...(swap ? [`instead ${swap.quantity} × ${swap.productTitle}`] : []),
    ...(grams === null ? [] : [`${grams} g`]),
  ]
  return `${name}: ${parts.join(', ') || 'started again'}`
}

export const notStoredText = ({ dropped }: Refusal, stored: number) =>
  `${dropped.length} of ${counted(dropped.length + stored, 'action')} not stored`

type Props = { pick: OrderPick; refusal: Refusal }

/** The list of actions that the server has rejected, with a retry while the order is being picked. */
export function NotStored({ pick, refusal }: Props) {
  const { orderId, isMine, delivaryStatus, stored } = pick
  const mayRetry = isMine && delivaryStatus === 'Confirmed'
  return (
    <section
      role="alert"
      className="fixed inset-x-0 top-0 z-30 m-2 flex max-h-[60dvh] flex-wrap items-start gap-x-4 gap-y-3 overflow-y-auto rounded-card bg-bad-soft px-4 py-4 text-bad shadow-float sm:m-4"
    >
      <TriangleAlert aria-hidden size={28} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="numbers text-xl font-semibold">{notStoredText(refusal, stored)}</p>
        <p className="mt-0.5 break-words">{refusal.message}. The list shows what is stored.</p>
        <ul aria-label="Not stored" className="numbers mt-1 list-disc pl-5">
          {refusal.dropped.map((action) => (
            <li key={action.key} className="break-words">
              {actionText(pick, action)}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex gap-2">
        {mayRetry && (
          <Button size="large" onClick={() => retryRefused(orderId)} {...nextMark}>
            Try again
          </Button>
        )}
        <Button variant="outline" size="large" onClick={() => dismissRefusal(orderId)} {...nextMark}>
          OK
        </Button>
      </div>
    </section>
  )
}
