import { orders } from '@kirana/contract/orders'
import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call, messageOf, read, reloadAll } from '#/lib/api.ts'
import { useStreamEvents } from '#/lib/live/live.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { notify } from '#/lib/notify.ts'
import { keepPick, keepWhileUnsent, showKept } from '#/lib/outbox/kept.ts'
import { registerWorker } from '#/lib/outbox/worker.ts'
import { act, showPick, startPicks, usePickQueue } from '#/lib/outbox/picks.ts'
import { useUnanswered } from '#/lib/outbox/unanswered.ts'
import { Unsent } from '#/components/feedback/unsent.tsx'
import { EmptyState, ErrorLine, ErrorState } from '#/components/feedback/states.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Button } from '#/ui/button.tsx'
import { useWakeLock } from '#/lib/browser/wake-lock.ts'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { PickBill } from './bill.tsx'
import { PickLines } from './lines.tsx'
import { pickAfter } from './model.ts'
import { PickEnded } from './ended.tsx'
import { useNextFocus } from './next-focus.ts'
import { BackToBoard } from './finished.tsx'
import { PickNotice, WrongScanBar } from './notice.tsx'
import { ReloadNote } from './reload-note.tsx'
import { useScans } from './scan.ts'
import { useSigns } from './signs.ts'

/** Picks one order. Claims it on opening, and works without a network. */
export function Picking({ orderId }: { orderId: string }) {
  const query = useQuery(read(calls.get, { params: { orderId } }))
  const queue = usePickQueue(orderId)
  const isUnanswered = useUnanswered()(query)
  useEffect(() => {
    startPicks()
    registerWorker('/admin/')
    keepWhileUnsent()
  }, [])
  useEffect(() => {
    if (isUnanswered) void showKept(orderId)
  }, [orderId, isUnanswered])
  useEffect(() => {
    if (query.data) void keepPick(query.data, query.dataUpdatedAt)
  }, [query.data, query.dataUpdatedAt])
  useEffect(() => acknowledge([orderId]), [orderId])
  useWakeLock()
  const claim = useMutation({
    mutationFn: (takeOver: boolean) => call(calls.claim, { body: { orderId, takeOver } }),
    onSuccess: async ({ data }) => {
      await showPick(data)
      void reloadAll([orders.list])
    },
    onError: () => void query.refetch(),
    networkMode: 'always',
  })
  const { mutate } = claim
  useEffect(() => mutate(false), [mutate])
  useStreamEvents((event) => {
    if (event.type === 'pick.changed' || event.type === 'order.changed') {
      if (event.row._id === orderId && queue.waiting.length === 0) void query.refetch()
    } else if (event.type === 'reset') void query.refetch()
  })
  const retry = () => void query.refetch()
  const stored = queue.isRead ? query.data : undefined
  if (!stored)
    return (
      <>
        <PageHeader title="Pick" />
        <div className="card">
          {query.error instanceof ApiError && query.error.status === 404 ? (
            <EmptyState text="No order found" />
          ) : query.isError ? (
            <ErrorState message={messageOf(query.error)} onRetry={retry} />
          ) : (
            <div role="status" aria-label="Loading the order" className="flex h-96 flex-col gap-4 p-5">
              <div className="skeleton h-28" />
              <div className="skeleton h-28" />
            </div>
          )}
        </div>
      </>
    )
  const pick = pickAfter(
    stored,
    queue.waiting.flatMap(({ setting }) => setting ?? []),
  )
  return (
    <PickView
      pick={pick}
      queue={queue}
      failure={query.isError && !queue.isStuck ? messageOf(query.error) : ''}
      onRetry={retry}
      claim={{ isBusy: claim.isPending, error: claim.error, send: mutate }}
    />
  )
}

type Props = {
  pick: OrderPick
  queue: ReturnType<typeof usePickQueue>
  failure: string
  onRetry: () => void
  claim: { isBusy: boolean; error: Error | null; send: (takeOver: boolean) => void }
}

function PickView({ pick, queue, failure, onRetry, claim }: Props) {
  const { orderId } = pick
  const [chosen, setChosen] = useState({ line: pick.lines[0]?.line ?? 1, isPinned: false })
  const isEnding = queue.waiting.some(({ setting }) => setting === null)
  const isMine = pick.isMine && pick.delivaryStatus === 'Confirmed' && !isEnding
  const [isReleasing, setReleasing] = useState(false)
  const release = () => {
    setReleasing(true)
    void call(calls.release, { body: { orderId } })
      .then(({ data }) => showPick(data))
      .catch((error: unknown) => notify('failure', messageOf(error)))
      .finally(() => setReleasing(false))
  }
  useSigns(orderId, isMine)
  const { wrong, scan, dismiss } = useScans(pick.lines, {
    isMine,
    scope: 'order',
    onSet: (_, setting) => {
      setChosen({ line: setting.line, isPinned: false })
      act(orderId, setting)
    },
  })
  return (
    <div {...useNextFocus()} className="flex min-h-full shrink-0 flex-col">
      <PageHeader title={`Pick ${pick.order_id}`} beside={<LiveLight />}>
        {/* Sends status changes that come before the pick's actions in the queue. */}
        <Unsent />
        <BackToBoard isNext={false} />
        {isMine && <ScanButton onScan={scan} />}
        {isMine && queue.waiting.length === 0 && (
          <Button variant="outline" busy={isReleasing} onClick={release}>
            Release
          </Button>
        )}
      </PageHeader>
      {failure && (
        <div className="mb-3 overflow-hidden rounded-card">
          <ErrorLine message={failure} onRetry={onRetry} />
        </div>
      )}
      <ReloadNote />
      <PickEnded pick={pick} />
      <PickNotice pick={pick} queue={queue} claim={claim} />
      <WrongScanBar wrong={wrong} onDismiss={dismiss} />
      <div className="flex-1">
        <PickLines pick={pick} isMine={isMine} chosen={chosen} onChosen={setChosen} />
      </div>
      <PickBill
        pick={pick}
        queue={queue}
        isMine={isMine}
        isEnding={isEnding}
        onDone={() => act(orderId, null)}
      />
    </div>
  )
}
