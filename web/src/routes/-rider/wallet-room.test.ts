import type { RiderDay } from '@kirana/contract/rider'
import { expect, test } from 'vitest'
import { walletRoomOf } from './wallet-room.ts'

const drop = (state: RiderDay['drops'][number]['state'], toCollect: number) =>
  ({ state, toCollect }) as RiderDay['drops'][number]
const day = (cash: number, ...drops: RiderDay['drops']) =>
  ({ cash, cashLimit: 1_000, drops }) as unknown as RiderDay

test.each([
  ['nothing in hand', day(0), 1_000],
  ['cash in hand', day(250.1), 749.9],
  ['bills of open drops', day(250, drop('on the road', 160.2), drop('failed', 40)), 549.8],
  ['a delivered drop', day(250, drop('delivered', 160)), 750],
  ['more than the limit', day(990, drop('assigned', 160)), 0],
])('computes the room for change within the cash limit with %s', (_, today, room) => {
  expect(walletRoomOf(today)).toBe(room)
})
