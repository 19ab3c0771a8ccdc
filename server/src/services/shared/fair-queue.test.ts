import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** A queue with tasks that end on demand, and the order in which they started. */
function observed(concurrency: number, reserved: Record<string, number> = { all: 0 }) {
  const queue = fairQueue({ concurrency, reserved })
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (caller: string, name: string, lane = 'all') =>
    queue.run(lane, caller, async () => {
      started.push(name)
      await new Promise<void>((end) => ends.push(end))
      if (name.endsWith('!')) throw new Error('broken')
      return name
    })
  return { started, ends, run }
}

test('serves callers in turn, so that one caller’s many tasks do not delay another’s few', async () => {
  const { started, ends, run } = observed(2)
  const many = ['a1', 'a2!', 'a3', 'a4', 'a5'].map((name) => run('a', name))
  many[1]?.catch(() => {})
  const few = [run('b', 'b1'), run('c', 'c1')]
  expect(started).toEqual(['a1', 'a2!'])
  // A failed task frees its place as well.
  for (let n = 0; n < 7; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await expect(many[1]).rejects.toThrow('broken')
  expect(await Promise.all([...few, many[4]])).toEqual(['b1', 'c1', 'a5'])
  expect(started).toEqual(['a1', 'a2!', 'a3', 'b1', 'c1', 'a4', 'a5'])
  const next = run('d', 'd1')
  ends[7]?.()
  expect(await next).toBe('d1')
})

test('keeps a reserved task for its lane', async () => {
  const { started, ends, run } = observed(2, { known: 1, strangers: 0 })
  const tasks = [
    ...['s1', 's2', 's3'].map((name) => run(name, name, 'strangers')),
    run('k', 'k1', 'known'),
    run('k', 'k2', 'known'),
  ]
  expect(started).toEqual(['s1', 'k1'])
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await Promise.all(tasks)
  expect(started).toEqual(['s1', 'k1', 's2', 'k2', 's3'])
})
