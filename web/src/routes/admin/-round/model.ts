import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { type RoundLetter, stopsOf } from '@kirana/domain/round'
import { ApiError, messageOf } from '#/lib/api-error.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { lineAfter, openPieces } from '../-picking/model.ts'

export type RoundPick = OrderPick & { letter: RoundLetter }

/** A line of an order in a round, with the order's letter. */
export type Share = PickedLine & { letter: RoundLetter; orderId: string }

/**
 * A product to take from its shelf for one or more orders. `shares`: their lines, sorted by letter. `item`: the line
 * that names the product.
 */
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
/** The setting of one order's line by a press. */
export type ShareSetting = { share: Share; setting: LineSetting }

/** The stop after these settings are stored. The last setting of a line wins. */
export const stopAfter = (stop: Stop, settings: readonly ShareSetting[]): Stop => ({
  ...stop,
  shares: stop.shares.map((share) => {
    const set = settings.findLast(
      (one) => one.share.orderId === share.orderId && one.share.line === share.line,
    )
    return set ? { ...share, ...lineAfter(share, set.setting) } : share
  }),
})

/** Whether these settings complete all lines of the stop. */
export const endsStop = (stop: Stop, settings: readonly ShareSetting[]) =>
  !isOpenStop(stopAfter(stop, settings))

/** The open pieces of the stop, for all orders. */
export const openAt = (stop: Stop) => openShares(stop).reduce((sum, share) => sum + openPieces(share), 0)

/** 'A 2 · C 1': the pieces still to take or, if there are none, the found pieces. */
export const sharesText = (stop: Stop) =>
  (isOpenStop(stop) ? openShares(stop) : stop.shares)
    .map((share) => `${share.letter} ${share.state === 'open' ? openPieces(share) : share.found}`)
    .join(' · ')

/** Whether every pick is done or canceled. Released picks and those of other pickers are not. */
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

/** Ids of the orders that other pickers have, from the error of a rejected claim. */
function othersIn(refusal: ApiError | null, free: readonly RoundPick[]): readonly string[] {
  const { orderIds } = (refusal?.data ?? {}) as { orderIds?: readonly string[] }
  // The error for the claim of a single order contains no ids.
  return orderIds ?? (refusal?.code === 'touched' ? free.map(({ orderId }) => orderId) : [])
}

/**
 * The notice about the orders of a round that the user has not claimed, after a claim that may have been rejected.
 * `taken`: ids of the orders that other pickers have.
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

/** The selected stop. `isPinned`: it is shown although it is completed. */
export type ChosenStop = { variantId: string; isPinned: boolean }

/** The current stop: the selected one or, once it is completed, the next open one by shelf. */
export function currentStop(stops: readonly Stop[], { variantId, isPinned }: ChosenStop): Stop | undefined {
  const at = Math.max(
    0,
    stops.findIndex(({ item }) => item.variantId === variantId),
  )
  const from = [...stops.slice(at), ...stops.slice(0, at)]
  return isPinned ? from[0] : from.find(isOpenStop)
}
