import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { type RoundLetter, stopsOf } from '@kirana/domain/round'
import { ApiError, messageOf } from '#/lib/api-error.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { lineAfter, openPieces } from '../-picking/model.ts'

export type RoundPick = OrderPick & { letter: RoundLetter }

/** A line of one of the orders of a round. */
export type Share = PickedLine & { letter: RoundLetter; orderId: string }

/** A product to take from its shelf, for one or several orders in the order of their letters. `item` names it. */
export type Stop = { item: Share; shares: readonly Share[] }

export const roundStops = (picks: readonly RoundPick[]): Stop[] =>
  stopsOf(
    picks.flatMap(({ letter, orderId, lines }) => lines.map((line) => ({ ...line, letter, orderId }))),
  ).map(([item, ...others]) => ({
    item,
    shares: [item, ...others].toSorted((a, b) => a.letter.localeCompare(b.letter)),
  }))

export const openShares = ({ shares }: Stop) => shares.filter(({ state }) => state === 'open')
export const isOpenStop = (stop: Stop) => openShares(stop).length > 0
/** What a press sets of the line of one order. */
export type ShareSetting = { share: Share; setting: LineSetting }

/** The stop once these settings are stored; the later of two settings of a line counts. */
export const stopAfter = (stop: Stop, settings: readonly ShareSetting[]): Stop => ({
  ...stop,
  shares: stop.shares.map((share) => {
    const set = settings.findLast(
      (one) => one.share.orderId === share.orderId && one.share.line === share.line,
    )
    return set ? { ...share, ...lineAfter(share, set.setting) } : share
  }),
})

/** Whether no line of the stop is open once these settings are stored. */
export const endsStop = (stop: Stop, settings: readonly ShareSetting[]) =>
  !isOpenStop(stopAfter(stop, settings))

/** The pieces that nobody has dealt with yet. */
export const openAt = (stop: Stop) => openShares(stop).reduce((sum, share) => sum + openPieces(share), 0)

/** 'A 2 · C 1': what is still to be taken or, once nothing is, what was found. */
export const sharesText = (stop: Stop) =>
  (isOpenStop(stop) ? openShares(stop) : stop.shares)
    .map((share) => `${share.letter} ${share.state === 'open' ? openPieces(share) : share.found}`)
    .join(' · ')

/** Whether every pick has come to its end, and none was let go or is another picker's. */
export const isRoundOver = (picks: readonly RoundPick[]) =>
  picks.every(({ state, delivaryStatus }) => state === 'done' || delivaryStatus === 'Canceled') &&
  picks.some(({ state }) => state === 'done')

export const isUndoable = ({ state, delivaryStatus }: RoundPick) =>
  state === 'done' && delivaryStatus === 'Prepeared'

const lettersOf = (picks: readonly RoundPick[]) => picks.map(({ letter }) => letter).join(', ')

/** 'In the bags with their letters: A, C. Canceled: B.' */
export function overText(picks: readonly RoundPick[]) {
  const canceled = picks.filter(({ delivaryStatus }) => delivaryStatus === 'Canceled')
  const packed = picks.filter((pick) => !canceled.includes(pick))
  return [
    ...(packed.length > 0 ? [`In the bags with their letters: ${lettersOf(packed)}.`] : []),
    ...(canceled.length > 0 ? [`Canceled: ${lettersOf(canceled)}.`] : []),
  ].join(' ')
}

/** The orders that a refused claim says others have. */
function othersIn(refusal: ApiError | null, free: readonly RoundPick[]): readonly string[] {
  const { orderIds } = (refusal?.data ?? {}) as { orderIds?: readonly string[] }
  // The claim of a single order names none.
  return orderIds ?? (refusal?.code === 'touched' ? free.map(({ orderId }) => orderId) : [])
}

/**
 * What is said of the orders of a round that the caller does not have, after a claim of them that may have been refused.
 * `taken`: the ids of those that others have.
 */
export function claimNotice(free: readonly RoundPick[], error: Error | null) {
  const refusal = error instanceof ApiError && error.status > 0 ? error : null
  const others = othersIn(refusal, free)
  const taken = free.filter(({ orderId, state }) => state === 'claimed' || others.includes(orderId))
  return {
    taken: taken.map(({ orderId }) => orderId),
    text:
      taken.length > 0
        ? `Another picker has started ${lettersOf(taken)}`
        : `Nobody is picking ${lettersOf(free)}`,
    detail: refusal ? `${messageOf(refusal)}.` : '',
  }
}

/** What was opened or chosen: the stop, and whether it is shown although it is done. */
export type ChosenStop = { variantId: string; isPinned: boolean }

/** The stop to go to now: the chosen one or, once that is done, the next open one in the order of the shelves. */
export function currentStop(stops: readonly Stop[], { variantId, isPinned }: ChosenStop): Stop | undefined {
  const at = Math.max(
    0,
    stops.findIndex(({ item }) => item.variantId === variantId),
  )
  const from = [...stops.slice(at), ...stops.slice(0, at)]
  return isPinned ? from[0] : from.find(isOpenStop)
}
