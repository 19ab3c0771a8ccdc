import { freshKey } from '@kirana/contract/wire/request'
import { rider as calls, type RiderDay, type RiderDrop } from '@kirana/contract/rider'
import { ApiError, messageOf } from '#/lib/api-error.ts'
import { call, queryClient, reloadAll } from '#/lib/api.ts'
import { useStore } from '#/lib/store.ts'
import { dayAfter, type DropAction, type DropStep, uploadMs } from './drop-action.ts'
import { entries, unsaved, update } from './queue.ts'
import { ANSWER_MS, isRefusal, isStuck, riderOnPhone, send, sendWith } from './sender.ts'

/** Queues an action on a bag. It is sent immediately, or as soon as there is a network, also after a reload. */
export function act({ _id: orderId, order_id: number }: RiderDrop, step: DropStep) {
  const by = riderOnPhone.get()
  const action: DropAction = {
    kind: 'drop',
    key: freshKey(),
    by,
    orderId,
    number,
    step,
    state: 'queued',
    message: '',
  }
  update((all) => [...all, action])
  send()
}

/** Removes a rejected action after the rider has read the reason. */
export const acknowledge = (key: string) => update((all) => all.filter((one) => one.key !== key))

/**
 * Sends an action to the server.
 * @throws ApiError if the server rejects the action
 */
async function sendStep(action: DropAction) {
  const { key: actionId, by, orderId, step } = action
  const options = { person: by, signal: AbortSignal.timeout(ANSWER_MS + uploadMs(action)) }
  if (step.do === 'deliver') {
    const { do: _, ...payment } = step
    await call(calls.deliver, { body: { orderId, actionId, ...payment } }, options)
    return
  }
  if (step.do === 'fail') {
    const files = step.photo && [new File([step.photo], 'photo.jpg', { type: step.photo.type })]
    const body = { orderId, actionId, reason: step.reason }
    await call(calls.fail, { body, ...(files && { files }) }, options)
    return
  }
  const { data } = await call(calls.start, { body: { orders: [orderId] } }, options)
  const [result] = data.results
  if (result && !result.assigned) throw new ApiError(409, result.message)
}

const refuse = (key: string, message: string) =>
  update((all) =>
    all.map((one) => (one.kind === 'drop' && one.key === key ? { ...one, state: 'refused', message } : one)),
  )

async function attempt(action: DropAction) {
  try {
    await sendStep(action)
    queryClient.setQueriesData<RiderDay | null>(
      { queryKey: [calls.me.path] },
      (day) => day && dayAfter(day, action),
    )
  } catch (error) {
    // The session has ended, or another rider has signed in: shows the sign-in or that rider's day.
    if (error instanceof ApiError && error.status === 401) void reloadAll([calls.me])
    if (!isRefusal(error)) return false
    refuse(action.key, messageOf(error))
  }
  // The day must contain the action before it is removed from the queue, even if the reload fails. Otherwise the bag
  // would open again.
  await reloadAll([calls.me]).catch(() => {})
  update((all) =>
    all.filter((one) => one.key !== action.key || (one.kind === 'drop' && one.state === 'refused')),
  )
  return true
}

sendWith({ drop: attempt })

/** The rider's waiting actions, the orders whose action is not on the disk yet, and the rejected actions. */
export function useDropQueue() {
  const me = useStore(riderOnPhone)
  const mine = useStore(entries).filter((one): one is DropAction => one.kind === 'drop' && one.by === me)
  const writing = useStore(unsaved)
  return {
    waiting: mine.filter(({ state }) => state === 'queued'),
    saving: mine.filter(({ key }) => writing.has(key)).map(({ orderId }) => orderId),
    refused: mine.filter(({ state }) => state === 'refused'),
    isStuck: useStore(isStuck),
  }
}
export type DropQueue = ReturnType<typeof useDropQueue>
