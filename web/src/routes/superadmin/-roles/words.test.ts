import { api, callsOf } from '@kirana/contract'
import { namedIn } from '@kirana/domain/permissions'
import { expect, test } from 'vitest'
import { permissionGroups } from './words.ts'

test('the role form offers every permission that a call needs, and no other', () => {
  const needed = new Set(callsOf(api).flatMap(({ route: { can = 'everybody' } }) => namedIn(can)))
  const offered = permissionGroups.flatMap(({ words }) => words.map(([permission]) => permission))
  expect(new Set(offered)).toEqual(needed)
  expect(offered).toHaveLength(needed.size)
})
