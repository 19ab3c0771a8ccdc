import { expect, test } from 'vitest'
import { semaphore } from './semaphore.ts'

test('runs two tasks at a time, in order, and rejects tasks beyond the waiting limit', async () => {
  const limited = semaphore(2, 3)
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    limited(async () => {
      started.push(n)
      await new Promise<void>((end) => ends.push(end))
      if (n === 1) throw new Error('broken')
      return n
    })
  const all = [0, 1, 2, 3, 4].map(work)
  all[1]?.catch(() => {})
  expect(started).toEqual([0, 1])
  await expect(work(5)).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  // A failed task frees its place as well.
  ends[1]?.()
  await expect(all[1]).rejects.toThrow('broken')
  await expect.poll(() => started).toEqual([0, 1, 2])
  for (let i = 0; i < 5; i++) {
    ends[i]?.()
    await new Promise(setImmediate)
  }
  expect(await Promise.all([all[0], all[2], all[3], all[4]])).toEqual([0, 2, 3, 4])
  const next = work(6)
  await expect.poll(() => ends.length).toBe(6)
  ends[5]?.()
  expect(await next).toBe(6)
})
