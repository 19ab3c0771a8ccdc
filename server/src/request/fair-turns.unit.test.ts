import { expect, test } from 'vitest'
import { fairTurns, type Lane, type Turn } from './fair-turns.ts'

const lane: Lane = { reserved: 0, runningPerCaller: 1, waitingPerCaller: 100, waiting: 1_000 }

/** Fair turns whose deferred work runs on `settle()`, recording which calls were started or dropped. */
function queue<const L extends string>(turns: number, lanes: Record<L, Lane>) {
  const deferred: (() => void)[] = []
  const started: string[] = []
  const dropped: string[] = []
  const fair = fairTurns({
    turns,
    lanes,
    refusal: (limit) => new Error(limit),
    defer: (work) => deferred.push(work),
  })
  const take = (name: L, key: string, label = key) =>
    fair.take(name, key, { start: () => started.push(label), drop: () => dropped.push(label) })
  const refusal = (name: L, key: string) => {
    try {
      return fair.take(name, key, { start: () => {}, drop: () => {} })
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }
  const settle = () => {
    while (deferred.length > 0) deferred.shift()?.()
  }
  return { take, refusal, settle, started, dropped, load: fair.load }
}

/** Ends the running turns, round after round, until the queue is empty. */
function drain({ settle, load }: Pick<ReturnType<typeof queue>, 'settle' | 'load'>, turns: readonly Turn[]) {
  settle()
  while (load().running > 0) {
    for (const turn of turns) if (turn.isRunning()) turn.end()
    settle()
  }
}

test('serves waiting callers in rotation, however many calls each has', () => {
  const q = queue(1, { all: lane })
  const turns = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((key) => q.take('all', key))
  drain(q, turns)
  expect(q.started.join('')).toBe('abcabaa')
})

test('serves new callers first, and one of the others after every eight', () => {
  const q = queue(1, { all: lane })
  const turns = ['a', 'a', 'a'].map((key) => q.take('all', key))
  q.settle()
  turns.push(...Array.from('bcdefghijk', (key) => q.take('all', key)))
  drain(q, turns)
  expect(q.started.join('')).toBe('abcdefghaijka')
})

test('new callers that leave unserved do not delay the next one', () => {
  const q = queue(1, { all: { ...lane, waitingPerCaller: 100 } })
  const turns = Array.from({ length: 100 }, () => q.take('all', 'a'))
  q.settle()
  for (let i = 0; i < 1_000; i++) q.take('all', `n${i}`).end()
  turns.push(q.take('all', 'v'))
  drain(q, turns)
  expect(q.started.indexOf('v')).toBe(1)
})

test('limits the concurrent turns of one caller and gives the rest to others', () => {
  const q = queue(4, { all: { ...lane, runningPerCaller: 2 } })
  for (const key of ['a', 'a', 'a', 'a', 'b', 'c']) q.take('all', key)
  q.settle()
  expect(q.started).toEqual(['a', 'b', 'c', 'a'])
  expect(q.load()).toEqual({ running: 4, waiting: 2 })
})

test('leaves turns free rather than give a caller more than its limit', () => {
  const q = queue(4, { all: { ...lane, runningPerCaller: 2 } })
  for (const key of ['a', 'a', 'a', 'a']) q.take('all', key)
  q.settle()
  expect(q.load()).toEqual({ running: 2, waiting: 2 })
})

test('keeps reserved turns free for their lane and gives the others to anyone', () => {
  const q = queue(4, {
    staff: { ...lane, reserved: 1 },
    others: { ...lane, reserved: 1 },
  })
  for (let n = 0; n < 9; n++) q.take('others', `customer ${n}`)
  q.settle()
  expect(q.started).toHaveLength(3)
  q.take('staff', 'asha')
  q.settle()
  expect(q.started.at(-1)).toBe('asha')
  const r = queue(4, { staff: { ...lane, reserved: 1 }, others: { ...lane, reserved: 1 } })
  for (let n = 0; n < 9; n++) r.take('staff', `staff ${n}`)
  r.settle()
  r.take('others', 'customer')
  r.settle()
  expect(r.started).toHaveLength(4)
  expect(r.started.at(-1)).toBe('customer')
})

test('serves waiting lanes in rotation', () => {
  const q = queue(1, { staff: lane, others: lane })
  const turns = [1, 2, 3].map((n) => q.take('others', `o${n}`))
  turns.push(...[1, 2].map((n) => q.take('staff', `s${n}`)))
  drain(q, turns)
  expect(q.started).toEqual(['s1', 'o1', 's2', 'o2', 'o3'])
})

test('rejects a caller at its waiting limit, and no other caller', () => {
  const q = queue(1, { all: { ...lane, waitingPerCaller: 2 } })
  for (let n = 0; n < 3; n++) q.take('all', 'a')
  q.settle()
  expect(q.refusal('all', 'a')).toBe('caller')
  q.take('all', 'b')
  expect(q.load()).toEqual({ running: 1, waiting: 3 })
})

test('drops the newest call of the caller with the most waiting when a lane is full', () => {
  const q = queue(1, { all: { ...lane, waiting: 3 } })
  q.take('all', 'a', 'a0')
  q.settle()
  for (let n = 1; n < 4; n++) q.take('all', 'a', `a${n}`)
  expect(q.refusal('all', 'a')).toBe('lane')
  q.take('all', 'b')
  expect(q.dropped).toEqual(['a3'])
  q.take('all', 'c')
  expect(q.dropped).toEqual(['a3', 'a2'])
  expect(q.refusal('all', 'd')).toBe('lane')
  expect(q.load()).toEqual({ running: 1, waiting: 3 })
})

test('removes a caller who leaves from the queue, and gives a turn back only once', () => {
  const q = queue(1, { all: lane })
  const first = q.take('all', 'a')
  q.settle()
  const gone = q.take('all', 'b')
  q.take('all', 'c')
  gone.end()
  first.end()
  first.end()
  q.settle()
  expect(q.started).toEqual(['a', 'c'])
  expect(q.load()).toEqual({ running: 1, waiting: 0 })
})

test('starts no turn before new arrivals are queued', () => {
  const q = queue(1, { all: lane })
  const turns = ['a', 'a'].map((key) => q.take('all', key))
  expect(q.started).toEqual([])
  q.settle()
  expect(q.started).toEqual(['a'])
  turns[0]?.end()
  q.take('all', 'b')
  expect(q.started).toEqual(['a'])
  q.settle()
  expect(q.load()).toEqual({ running: 1, waiting: 1 })
})

test('starts one turn at a time', () => {
  const deferred: (() => void)[] = []
  const fair = fairTurns({ turns: 4, lanes: { all: lane }, defer: (work) => deferred.push(work) })
  for (const key of ['a', 'b', 'c']) fair.take('all', key, { start: () => {}, drop: () => {} })
  const running = []
  while (deferred.length > 0) {
    deferred.shift()?.()
    running.push(fair.load().running)
  }
  expect(running).toEqual([1, 2, 3])
})

/** Tasks that end on demand, and the order in which they started. */
function tasks(turns: number, lanes: Record<string, Lane>) {
  const fair = fairTurns({ turns, lanes, refusal: (limit) => new Error(limit), defer: (work) => work() })
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (caller: string, name: string, lane = 'all') =>
    fair.run(lane, caller, async () => {
      started.push(name)
      await new Promise<void>((end) => ends.push(end))
      if (name.endsWith('!')) throw new Error('broken')
      return name
    })
  return { started, ends, run }
}

test('serves callers in turn, so that one caller’s many tasks do not delay another’s few', async () => {
  const { started, ends, run } = tasks(2, { all: { ...lane, runningPerCaller: 2 } })
  const many = ['a1', 'a2!', 'a3', 'a4', 'a5'].map((name) => run('a', name))
  many[1]?.catch(() => {})
  const few = [run('b', 'b1'), run('c', 'c1')]
  await expect.poll(() => started).toEqual(['a1', 'a2!'])
  // A failed task frees its place as well.
  for (let n = 0; n < 7; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await expect(many[1]).rejects.toThrow('broken')
  expect(await Promise.all([...few, many[4]])).toEqual(['b1', 'c1', 'a5'])
  expect(started).toEqual(['a1', 'a2!', 'b1', 'c1', 'a3', 'a4', 'a5'])
  const next = run('d', 'd1')
  await expect.poll(() => ends.length).toBe(8)
  ends[7]?.()
  expect(await next).toBe('d1')
})

test('keeps a reserved task for its lane', async () => {
  const { started, ends, run } = tasks(2, {
    known: { ...lane, runningPerCaller: 2, reserved: 1 },
    strangers: { ...lane, runningPerCaller: 2 },
  })
  const all = [
    ...['s1', 's2', 's3'].map((name) => run(name, name, 'strangers')),
    run('k', 'k1', 'known'),
    run('k', 'k2', 'known'),
  ]
  await expect.poll(() => started).toEqual(['s1', 'k1'])
  for (let n = 0; n < 5; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  await Promise.all(all)
  expect(started).toEqual(['s1', 'k1', 's2', 'k2', 's3'])
})

test('rejects a task that is dropped or gives up, and starts the others', async () => {
  const { started, ends, run } = tasks(1, { all: { ...lane, waiting: 2 } })
  const [first, second, dropped] = ['a1', 'a2', 'a3'].map((name) => run('a', name))
  const other = run('b', 'b1')
  await expect(dropped).rejects.toThrow('lane')
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n)
    ends[n]?.()
  }
  expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1'])
  expect(started).toEqual(['a1', 'b1', 'a2'])

  const fair = fairTurns({ turns: 1, lanes: { all: lane } })
  const end = await fair.wait('all', 'a')
  const leaving = new AbortController()
  const waiting = fair.wait('all', 'b', leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  expect(fair.load()).toEqual({ running: 1, waiting: 0 })
  end()
  expect(fair.load()).toEqual({ running: 0, waiting: 0 })
})
