import type { OrderRow } from '@kirana/contract/orders'
import { sessionOf } from '#/lib/session/session.ts'
import { useStore } from '#/lib/store.ts'
import type { Change } from './changes.ts'
import { changes, isOutdated } from './outbox.ts'
import { isStuck } from './sender.ts'

/** The changes of the person who is signed in, or what `select` makes of them: text, a number, or one of the changes. */
export const useChanges = <T extends Change | string | number | undefined>(
  select: (changes: readonly Change[]) => T,
) => useStore(changes, (all) => select(mine(all)))

const mine = (all: readonly Change[]) => {
  const me = sessionOf('staff')?._id
  return all.filter(({ by }) => by === me)
}

/** All of them. */
export const useAllChanges = () => mine(useStore(changes))

/** Whether what is queued waits for the network. */
export const useIsStuck = () => useStore(isStuck)

export const useIsOutdated = (order: OrderRow) => useStore(changes, () => isOutdated(order))
