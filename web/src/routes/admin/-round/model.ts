import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { type RoundLetter, stopsOf } from '@kirana/domain/round'
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

/** Whether no line of the stop is open once these settings, which one press makes, are stored. */
export const endsStop = ({ shares }: Stop, settings: readonly ShareSetting[]) =>
  shares.every((share) => {
    const set = settings.find((one) => one.share === share)
    return (set ? lineAfter(share, set.setting) : share).state !== 'open'
  })

/** The pieces that nobody has dealt with yet. */
export const openAt = (stop: Stop) => openShares(stop).reduce((sum, share) => sum + openPieces(share), 0)

/** 'A 2 · C 1': what is still to be taken or, once nothing is, what was found. */
export const sharesText = (stop: Stop) =>
  (isOpenStop(stop) ? openShares(stop) : stop.shares)
    .map((share) => `${share.letter} ${share.state === 'open' ? openPieces(share) : share.found}`)
    .join(' · ')

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
