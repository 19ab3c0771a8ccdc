import type { OrderRow } from '@kirana/contract/orders'
import { sessionOf } from '#/lib/session/session.ts'
import { useStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import { changes, isOutdated } from './outbox.ts'
import { isStuck } from './sender.ts'

/** A value that `select` derives from the signed-in user's changes: text, a number, or one of the changes. */
export const useChanges = <T extends Change | string | number | undefined>(
  select: (changes: readonly Change[]) => T,
) => useStore(changes, (all) => select(mine(all)))

const mine = (all: readonly Change[]) => {
  const me = sessionOf('staff')?._id
  return all.filter(({ by }) => by === me)
}

/** All changes of the signed-in user. */
export const useAllChanges = () => mine(useStore(changes))

/** Whether the queue waits for the network. */
export const useIsStuck = () => useStore(isStuck)

export const useIsOutdated = (order: OrderRow) => useStore(changes, () => isOutdated(order))
