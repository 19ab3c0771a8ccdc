import { pick as calls } from '@kirana/contract/pick'
import { orders } from '@kirana/contract/orders'
import { roundLetters, withLetters } from '@kirana/domain/round'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, queryClient, read, reloadAll } from '#/lib/api.ts'
import { useStreamEvents } from '#/lib/live/live.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import { keepPick, keepWhileUnsent, showKept } from '#/lib/outbox/kept.ts'
import { registerWorker } from '#/lib/outbox/worker.ts'
import { showPick, startPicks, usePickQueues } from '#/lib/outbox/picks.ts'
import { useUnanswered } from '#/lib/outbox/unanswered.ts'
import { pickAfter } from '../-picking/model.ts'

const pickOf = (orderId: string) => read(calls.get, { params: { orderId } })

/**
 * The picks of a round with their letters and the actions that wait on this device. Null until all picks have loaded
 * and the first claim has been answered. Without a network, the picks stored on this device are used, which exclude
 * those that have left the round. Open picks are claimed once, all or none.
 */
export function useRoundPicks(orderIds: readonly string[]) {
  const queries = useQueries({ queries: orderIds.map(pickOf) })
  const queueOf = usePickQueues()
  const [isAnswered, setAnswered] = useState(false)
  const claim = useMutation({
    mutationFn: async ({ ids, takeOver }: { ids: readonly string[]; takeOver: readonly string[] }) => {
      const [orderId = '', ...others] = ids
      if (others.length > 0)
        return (await call(calls.claimRound, { body: { orderIds: [...ids], takeOver: [...takeOver] } })).data
      return [(await call(calls.claim, { body: { orderId, takeOver: takeOver.includes(orderId) } })).data]
    },
    onSuccess: async (picks) => {
      await Promise.all(picks.map(showPick))
      void reloadAll([orders.list])
    },
    onError: () => void reloadAll([calls.get]),
    onSettled: () => setAnswered(true),
    networkMode: 'always',
  })

  useEffect(() => {
    startPicks()
    registerWorker('/admin/')
    keepWhileUnsent()
  }, [])
  const ids = orderIds.join()
  const isUnanswered = useUnanswered()
  const mayBeKept = queries.some(isUnanswered)
  const [isKeptShown, setKeptShown] = useState(false)
  useEffect(() => acknowledge(ids.split(',')), [ids])
  useEffect(() => {
    if (mayBeKept) void Promise.allSettled(ids.split(',').map(showKept)).then(() => setKeptShown(true))
  }, [ids, mayBeKept])
  const answered = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  useEffect(() => {
    for (const id of ids.split(',')) {
      const { data, dataUpdatedAt } = queryClient.getQueryState(pickOf(id).queryKey) ?? {}
      if (data) void keepPick(data, dataUpdatedAt ?? 0)
    }
  }, [ids, answered])
  useStreamEvents((event) => {
    if (event.type === 'reset') return void reloadAll([calls.get])
    if (event.type !== 'pick.changed' && event.type !== 'order.changed') return
    const { _id: id } = event.row
    if (orderIds.includes(id) && queueOf(id).waiting.length === 0)
      void queryClient.invalidateQueries({ queryKey: pickOf(id).queryKey })
  })

  const isReady =
    queueOf('').isRead &&
    queries.some(({ data }) => data) &&
    queries.every((query) => query.data || (isKeptShown && isUnanswered(query)))
  // Reloading a pick that could not be loaded must not hide the others.
  const [isShown, setShown] = useState(false)
  if (isReady && !isShown) setShown(true)
  const picks = isShown
    ? withLetters(
        queries.map(
          ({ data }) =>
            data &&
            pickAfter(
              data,
              queueOf(data.orderId).waiting.flatMap(({ setting }) => setting ?? []),
            ),
        ),
      )
    : null
  const free = (picks ?? []).filter(
    ({ delivaryStatus, state, isMine }) => delivaryStatus === 'Confirmed' && state !== 'done' && !isMine,
  )
  const send = (takeOver: readonly string[]) => {
    const ids = free.map(({ orderId }) => orderId)
    if (ids.length > 0) claim.mutate({ ids, takeOver })
  }
  const isAsked = useRef(false)
  const isSettled = queries.every(({ data, isError }) => data || isError)
  useEffect(() => {
    if (!picks || isAsked.current || !isSettled) return
    isAsked.current = true
    send([])
  })
  // Wait for the response to the claim. Its events may arrive for some orders first, and the first line would move.
  const isHeld = isSettled && !isAnswered && free.length > 0
  const [isOpen, setOpen] = useState(false)
  if (picks && !isHeld && !isOpen) setOpen(true)
  return {
    picks: isOpen ? picks : null,
    unknown: roundLetters.filter((_, place) => queries[place] && !queries[place].data),
    queueOf,
    error: queries.find(({ isError }) => isError)?.error ?? null,
    retry: () => void reloadAll([calls.get]),
    free,
    claim: { isBusy: claim.isPending, error: claim.error, send },
  }
}
