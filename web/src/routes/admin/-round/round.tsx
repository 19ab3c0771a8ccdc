import { pick as calls } from '@kirana/contract/pick'
import { roundLetters } from '@kirana/domain/round'
import { Hand } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { useWakeLock } from '#/lib/browser/wake-lock.ts'
import { count, counted } from '#/lib/format.ts'
import { notify } from '#/lib/notify.ts'
import { act, showPick } from '#/lib/outbox/picks.ts'
import { ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { Unsent } from '#/components/feedback/unsent.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Button } from '#/ui/button.tsx'
import { PickEnded } from '../-picking/ended.tsx'
import { BagLabel } from '../-picking/bag-label.tsx'
import { BackToBoard, PickDone } from '../-picking/finished.tsx'
import { countedText } from '../-picking/model.ts'
import { nextMark, useNextFocus } from '../-picking/next-focus.ts'
import { NotStored } from '../-picking/not-stored.tsx'
import { Bar, WrongScanBar } from '../-picking/notice.tsx'
import { ReloadNote } from '../-picking/reload-note.tsx'
import { RoundLines } from './lines.tsx'
import {
  claimNotice,
  currentStop,
  isRoundOver,
  isUndoable,
  overText,
  type RoundPick,
  roundStops,
} from './model.ts'
import { RoundOrder, UnknownOrder } from './order.tsx'
import { useRoundPicks } from './picks.ts'
import { useScans } from '../-picking/scan.ts'
import { useSigns } from '../-picking/signs.ts'
import { UndoDone } from '../-picking/undo-done.tsx'

/** Picks two to four orders in one round, each into a bag with its letter. */
export function Round({ orderIds }: { orderIds: readonly string[] }) {
  const round = useRoundPicks(orderIds)
  useWakeLock()
  const { picks, error, retry } = round
  if (picks) return <RoundView {...round} picks={picks} />
  return (
    <>
      <PageHeader title="Pick together" />
      <div className="card">
        {error ? (
          <ErrorState message={messageOf(error)} onRetry={retry} />
        ) : (
          <div role="status" aria-label="Loading the orders" className="flex h-96 flex-col gap-4 p-5">
            <div className="skeleton h-28" />
            <div className="skeleton h-28" />
          </div>
        )}
      </div>
    </>
  )
}

/** Renews the claim of an order while the user is picking it. */
function Sign({ pick: { orderId, isMine, delivaryStatus } }: { pick: RoundPick }) {
  useSigns(orderId, isMine && delivaryStatus === 'Confirmed')
  return null
}

type Props = Omit<ReturnType<typeof useRoundPicks>, 'picks'> & { picks: readonly RoundPick[] }

type ClaimProps = Pick<Props, 'free' | 'claim'>

/** A notice about orders of the round that the user has not claimed: free ones, and those of other pickers. */
function ClaimBar({ free, claim: { error, send } }: ClaimProps) {
  if (free.length === 0) return null
  const { taken, text, detail } = claimNotice(free, error)
  return (
    <Bar tone="warn" icon={<Hand aria-hidden size={28} />} text={text} {...(detail && { detail })}>
      <Button size="large" onClick={() => send(taken)} {...nextMark}>
        {taken.length > 0 ? 'Take over' : 'Pick'}
      </Button>
    </Bar>
  )
}

function RoundView({ picks, unknown, queueOf, error, retry, free, claim }: Props) {
  const [chosen, setChosen] = useState({ variantId: '', isPinned: false })
  const [scanned, setScanned] = useState('')
  const [isReleasing, setReleasing] = useState(false)
  const isEnding = ({ orderId }: RoundPick) =>
    queueOf(orderId).waiting.some(({ setting }) => setting === null)
  const here = picks.filter((pick) => pick.isMine && pick.delivaryStatus === 'Confirmed')
  const open = here.filter((pick) => !isEnding(pick))
  const stops = roundStops(open)
  const first = currentStop(stops, chosen)
  // Pin the first stop, so that it stays the current one when an order with an earlier shelf joins.
  if (first && chosen.variantId === '') setChosen({ variantId: first.item.variantId, isPinned: false })
  const queues = picks.map(({ orderId }) => queueOf(orderId))
  const isStuck = queues.some((queue) => queue.isStuck)
  const refused = picks.flatMap((pick) => {
    const { refusal } = queueOf(pick.orderId)
    return refusal ? { pick, refusal } : []
  })[0]
  const { wrong, scan, dismiss } = useScans(
    open.flatMap(({ letter, orderId, lines }) => lines.map((line) => ({ ...line, letter, orderId }))),
    {
      isMine: open.length > 0,
      scope: 'round',
      onSet: (share, setting) => {
        setChosen({ variantId: share.variantId, isPinned: false })
        setScanned(countedText(share))
        act(share.orderId, setting)
      },
    },
  )
  const release = () => {
    setReleasing(true)
    void Promise.all(here.map(({ orderId }) => call(calls.release, { body: { orderId } })))
      .then((answers) => Promise.all(answers.map(({ data }) => showPick(data))))
      .catch((failure: unknown) => notify('failure', messageOf(failure)))
      .finally(() => setReleasing(false))
  }
  return (
    <div {...useNextFocus()} className="flex min-h-full shrink-0 flex-col">
      <PageHeader
        title={`Pick ${counted(picks.length + unknown.length, 'order')} together`}
        beside={<LiveLight />}
      >
        <Unsent />
        <BackToBoard isNext={false} />
        {open.length > 0 && <ScanButton onScan={scan} />}
        {here.length > 0 && queues.every(({ waiting }) => waiting.length === 0) && (
          <Button variant="outline" busy={isReleasing} onClick={release}>
            Release
          </Button>
        )}
      </PageHeader>
      {error && !isStuck && (
        <div className="mb-3 overflow-hidden rounded-card">
          <ErrorLine message={messageOf(error)} onRetry={retry} />
        </div>
      )}
      <ReloadNote />
      {picks.map((pick) => (
        <div key={pick.orderId} className="contents">
          <Sign pick={pick} />
          <PickEnded pick={pick} letter={pick.letter} />
        </div>
      ))}
      {refused && <NotStored {...refused} />}
      {!claim.isBusy && <ClaimBar free={free} claim={claim} />}
      <WrongScanBar wrong={wrong} onDismiss={dismiss} />
      <div className="flex-1">
        <RoundLines
          picks={open}
          stops={stops}
          chosen={chosen}
          onChosen={(next) => {
            setChosen(next)
            setScanned('')
          }}
        />
      </div>
      <RoundFooter picks={picks} unknown={unknown} queueOf={queueOf} scanned={scanned} />
    </div>
  )
}

type FooterProps = Pick<Props, 'picks' | 'unknown' | 'queueOf'> & {
  /** The message about the last scan, shown until the next press. */
  scanned: string
}

/**
 * The progress of each order and the number of stored actions. When the round is over, the next step and an Undo for
 * each order.
 */
function RoundFooter({ picks, unknown, queueOf, scanned }: FooterProps) {
  const queues = picks.map(({ orderId }) => queueOf(orderId))
  const kept = queues.reduce((sum, queue) => sum + queue.kept, 0)
  const stored = picks.reduce((sum, pick) => sum + pick.stored, 0)
  const isWaiting = kept > 0 && queues.some(({ isStuck }) => isStuck)
  if (unknown.length === 0 && isRoundOver(picks))
    return (
      <PickDone
        title="This round is done"
        detail={overText(picks)}
        labels={picks.map((pick) => (
          <BagLabel key={pick.orderId} pick={pick} letter={pick.letter} />
        ))}
      >
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {picks.filter(isUndoable).map((pick) => (
            <UndoDone key={pick.orderId} pick={pick} letter={pick.letter} />
          ))}
        </div>
      </PickDone>
    )
  return (
    <section
      aria-label="Orders of the round"
      className="sticky -bottom-3 z-20 -mx-3 mt-3 -mb-3 overflow-y-auto border-t border-line bg-surface px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float dark:bg-raised"
      // At most half of the screen, so that the lines get the other half with large text.
      style={{ maxHeight: '50dvh' }}
    >
      <p role="status" className="numbers text-xl font-bold break-words text-ok">
        {scanned}
      </p>
      <ul className={`grid grid-cols-2 gap-2 ${picks.length > 2 ? 'xl:grid-cols-4' : ''}`}>
        {roundLetters.map((letter) => {
          const pick = picks.find((one) => one.letter === letter)
          if (pick) return <RoundOrder key={letter} pick={pick} queue={queueOf(pick.orderId)} />
          return unknown.includes(letter) && <UnknownOrder key={letter} letter={letter} />
        })}
      </ul>
      <p role="status" className={`numbers mt-1.5 text-sm ${isWaiting ? 'text-warn' : 'text-muted'}`}>
        {stored + kept > 0 && `${counted(stored + kept, 'action')}, ${count(stored)} stored`}
        {isWaiting && '. The rest is sent when the network is back'}
      </p>
    </section>
  )
}
