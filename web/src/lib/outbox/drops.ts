import { freshKey } from '@kirana/contract/wire/request'
import { rider as calls, type RiderDrop } from '@kirana/contract/rider'
import { messageOf } from '#/lib/api-error.ts'
import { call, reloadAll } from '#/lib/api.ts'
import { useStore } from '#/lib/store.ts'
import type { DropAction, DropStep } from './drop-action.ts'
import { entries, unsaved, update } from './queue.ts'
import { ANSWER_MS, isRefusal, isStuck, riderOnPhone, send, sendWith } from './sender.ts'

/** Does something with a bag: sent at once or, without a network, as soon as there is one, also after a reload. */
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

/** Removes a refused action once the rider has read why. */
export const acknowledge = (key: string) => update((all) => all.filter((one) => one.key !== key))

function sendStep({ key: actionId, orderId, step }: DropAction) {
  const options = { signal: AbortSignal.timeout(ANSWER_MS) }
  if (step.do === 'deliver') {
    const { do: _, ...payment } = step
    return call(calls.deliver, { body: { orderId, actionId, ...payment } }, options)
  }
  if (step.do === 'fail')
    return call(
      calls.fail,
      {
        body: { orderId, actionId, reason: step.reason },
        ...(step.photo && { files: [new File([step.photo], 'photo.jpg', { type: step.photo.type })] }),
      },
      options,
    )
  return call(calls.start, { body: { orders: [orderId] } }, options).then(({ data }) => {
    const [result] = data.results
    if (result && !result.assigned) refuse(actionId, result.message)
  })
}

const refuse = (key: string, message: string) =>
  update((all) =>
    all.map((one) => (one.kind === 'drop' && one.key === key ? { ...one, state: 'refused', message } : one)),
  )

async function attempt(action: DropAction) {
  try {
    await sendStep(action)
  } catch (error) {
    if (!isRefusal(error)) return false
    refuse(action.key, messageOf(error))
  }
  // First the list: without the action, one from before it would bring the bag back to the top, under the rider's thumb.
  await reloadAll([calls.me]).catch(() => {})
  update((all) =>
    all.filter((one) => one.key !== action.key || (one.kind === 'drop' && one.state === 'refused')),
  )
  return true
}

sendWith({ drop: attempt })

/** The rider's actions that wait, the orders of which would be lost with the browser, and what was refused. */
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
