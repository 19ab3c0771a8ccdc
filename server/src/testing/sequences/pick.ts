import { randomUUID } from 'node:crypto'
import type { ChangeOfOrder, Picked } from './steps.ts'
import type { Shop } from './shop.ts'

type PickStep = Extract<ChangeOfOrder, { picker: number }>

/** Runs the calls of a step of picking. The same action is sent twice at once, and counts once. */
export async function pick(step: PickStep, { pickers, product, spare }: Shop, orderId: string) {
  const picker = step.picker === 0 ? pickers[0] : pickers[1]
  const set = async ({ found: wanted, rest, pieces, reason, grams }: Picked) => {
    const { data } = await picker.get(orderId)
    const ordered = data?.lines[0]?.ordered ?? 1
    const found = Math.min(wanted, ordered)
    const missing = rest === 'open' ? 0 : ordered - found
    const isSwap = missing > 0 && rest !== 'short'
    const { variantId } = (rest === 'same again' ? product : spare).item()
    const agreed = rest === 'agreed swap' ? 61 * missing : null
    const why = rest === 'agreed swap' ? { reason: 'Agreed on the phone' } : {}
    const swap = isSwap ? { variantId, quantity: missing * pieces, agreed, ...why } : null
    const short = missing > 0 ? { quantity: isSwap ? 0 : missing, reason } : null
    const sent = { orderId, line: 1, actionId: randomUUID(), found, short, swap }
    const weighed = found > 0 ? grams : null
    const answers = await Promise.all([0, 1].map(() => picker.line({ ...sent, grams: weighed })))
    const what = isSwap ? 'swap' : weighed === null ? 'line' : 'weigh'
    return answers.map(({ status, message }) => ({ status, message, what }))
  }
  const done = (times: number) => {
    const actionId = randomUUID()
    return Promise.all(Array.from({ length: times }, () => picker.done(orderId, actionId)))
  }
  switch (step.kind) {
    case 'claim':
      return [await picker.claim(orderId, step.takeOver)]
    case 'line':
      return set(step.set)
    case 'done':
      return done(step.times)
    case 'pick': {
      const claimed = await picker.claim(orderId, true)
      const settings = await set({ ...step.set, rest: step.set.rest === 'open' ? 'short' : step.set.rest })
      return [{ ...claimed, what: 'claim' }, ...settings, ...(await done(2))]
    }
  }
}
