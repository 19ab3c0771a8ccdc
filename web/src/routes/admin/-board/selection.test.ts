import type { OrderRow } from '@kirana/contract/orders'
import { expect, test } from 'vitest'
import { loggedOut, signedIn } from '#/lib/session/session.ts'
import { keepSelectable, selected, toggle } from './selection.ts'

const order = (n: number) =>
  ({ _id: `id-${n}`, delivaryStatus: 'Confirmed', pick: null }) as unknown as OrderRow
const [one, two, three, four] = [order(1), order(2), order(3), order(4)]

test('removes orders that can no longer join a round, and Logout clears the selection', () => {
  signedIn('staff', { _id: 's1', username: 'asha' })
  for (const { _id } of [one, two, three, four]) toggle(_id)
  const packed: OrderRow = { ...two, delivaryStatus: 'Prepeared' }
  const until = new Date(Date.now() + 60_000).toISOString()
  const claimed = { ...three, pick: { state: 'claimed', by: 'Ravi', until } } as OrderRow
  // The fourth has left the board.
  keepSelectable([one, packed, claimed])
  expect(selected.get()).toEqual([one._id])
  // Reloading the same user's profile changes nothing.
  signedIn('staff', { _id: 's1', username: 'asha' })
  expect(selected.get()).toEqual([one._id])
  loggedOut('staff')
  expect(selected.get()).toEqual([])
})
