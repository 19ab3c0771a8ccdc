import { expect, test } from 'vitest'
import { places } from './places.ts'

/** The status of a refused place, or what gives the place back. */
const takeFrom = (pool: ReturnType<typeof places>) => (most: Record<string, number>, isKnown: boolean) => {
  try {
    return pool.take(most, isKnown)
  } catch (error) {
    return error instanceof Error && 'status' in error ? error.status : error
  }
}

test('distinguishes a full caller from a full pool', () => {
  const take = takeFrom(places({ total: 3 }))
  for (const key of ['a', 'a', 'b']) take({ [key]: 2 }, false)
  expect([take({ a: 2 }, false), take({ b: 2 }, false), take({ c: 2 }, false)]).toEqual([429, 503, 503])
})

test('keeps places for known callers, and lets them take the others, too', () => {
  const take = takeFrom(places({ total: 4, kept: 1 }))
  const others = [1, 2, 3].map((n) => take({ [`stranger ${n}`]: 1 }, false))
  expect(take({ late: 1 }, false)).toBe(503)
  const known = take({ asha: 4 }, true)
  expect(take({ asha: 4 }, true)).toBe(503)
  for (const release of [...others, known]) if (typeof release === 'function') release()
  for (let n = 0; n < 4; n++) expect(take({ asha: 4 }, true)).toBeTypeOf('function')
  expect(take({ late: 1 }, false)).toBe(503)
})

test('counts a place for each of its keys or for none, and gives it back once', () => {
  const take = takeFrom(places({ total: 9 }))
  const [first] = [1, 2].map((n) => take({ [`person ${n}`]: 1, network: 2 }, false))
  expect(take({ 'person 3': 1, network: 2 }, false)).toBe(429)
  if (typeof first === 'function') for (let n = 0; n < 2; n++) first()
  expect(take({ 'person 3': 1, network: 2 }, false)).toBeTypeOf('function')
  expect(take({ 'person 4': 1, network: 2 }, false)).toBe(429)
  expect(take({ 'person 1': 1 }, false)).toBeTypeOf('function')
})
