import { busy, tooMany } from './places.ts'

/** A class of callers with its own share of turns, so that no other class can take them all. */
export type Lane = {
  /** Turns that stay free for this lane. */
  reserved: number
  /** Concurrent turns of one caller. */
  runningPerCaller: number
  /** Waiting calls of one caller. */
  waitingPerCaller: number
  /** Waiting calls of the whole lane. */
  waiting: number
}

export type Turn = {
  isRunning: () => boolean
  /** Releases the turn, or leaves the queue. Idempotent. */
  end: () => void
}

export type Waiter = {
  start: () => void
  /** Called when the lane is full and this caller has the most waiting calls in it: its newest call is dropped. */
  drop: () => void
}

/** The error of a rejected call: its caller has too many calls ('caller'), or its lane is full ('lane'). */
type Refusal = (limit: 'caller' | 'lane') => Error

type Call = Waiter & { state: 'waiting' | 'running' | 'ended' }
/** `due`: the caller with the lowest value has the next turn. A position in the order of turns, not a time. */
type Caller = { running: number; queue: Call[]; due: number }
type LaneState = {
  limits: Lane
  running: number
  waiting: number
  callers: Map<string, Caller>
  /** `due` of the last started call. */
  clock: number
  /** `due` of the last new caller. */
  lastNew: number
}

/**
 * Distance of `due` between two calls of one caller; new callers are 1 apart. New callers therefore go first, but at
 * most eight of them before another caller, so that an endless supply of new callers cannot starve the others.
 */
const APART = 8

/** The lane's next caller who is below its limit. */
function nextIn({ callers, limits }: LaneState): Caller | null {
  let next: Caller | null = null
  for (const caller of callers.values())
    if (caller.queue.length > 0 && caller.running < limits.runningPerCaller)
      if (next === null || caller.due < next.due) next = caller
  return next
}

/** Starts the lane's next call; false when none can start. */
function startIn(lane: LaneState): boolean {
  const caller = nextIn(lane)
  const call = caller?.queue.shift()
  if (!caller || !call) return false
  lane.clock = Math.max(lane.clock, caller.due)
  caller.due = lane.clock + APART
  lane.waiting--
  lane.running++
  caller.running++
  call.state = 'running'
  call.start()
  return true
}

/** Queues a call of the caller `key`. @throws `refusal` */
function enqueue(lane: LaneState, key: string, waiter: Waiter, refusal: Refusal) {
  const { runningPerCaller, waitingPerCaller, waiting } = lane.limits
  // New callers who left the queue must not delay the next ones.
  const due = Math.max(lane.clock, Math.min(lane.lastNew, lane.clock + lane.callers.size) + 1)
  const caller = lane.callers.get(key) ?? { running: 0, queue: [], due }
  if (caller.running + caller.queue.length >= runningPerCaller + waitingPerCaller) throw refusal('caller')
  if (lane.waiting >= waiting) makeRoom(lane, caller, refusal)
  if (!lane.callers.has(key)) lane.lastNew = due
  const call: Call = { ...waiter, state: 'waiting' }
  lane.callers.set(key, caller)
  caller.queue.push(call)
  lane.waiting++
  return { caller, call }
}

/** Drops the newest call of the caller with the most waiting. @throws `refusal` when that is `own` */
function makeRoom(lane: LaneState, own: Caller, refusal: Refusal) {
  let longest = { queue: own.queue, length: own.queue.length + 1 }
  for (const { queue } of lane.callers.values())
    if (queue.length > longest.length) longest = { queue, length: queue.length }
  const newest = longest.queue === own.queue ? undefined : longest.queue.pop()
  if (!newest) throw refusal('lane')
  lane.waiting--
  newest.state = 'ended'
  newest.drop()
}

/** Ends a call, and removes a caller that has no other. */
function endIn(lane: LaneState, key: string, { caller, call }: { caller: Caller; call: Call }) {
  if (call.state === 'ended') return
  if (call.state === 'running') {
    lane.running--
    caller.running--
  } else {
    lane.waiting--
    caller.queue.splice(caller.queue.indexOf(call), 1)
  }
  call.state = 'ended'
  if (caller.running === 0 && caller.queue.length === 0) lane.callers.delete(key)
}

/**
 * Start-time fair queueing: at most `turns` calls run concurrently, and waiting callers are served in rotation, first
 * between lanes, then between the callers of a lane, independent of their numbers of calls. Each turn starts in its own
 * `defer`, because the embedded engine runs a call without yielding: sockets are read between two turns, so that new
 * callers are queued before the next call of a flood starts.
 */
export function fairTurns<const L extends string>({
  turns,
  lanes,
  refusal = (limit) => (limit === 'caller' ? tooMany() : busy()),
  defer = setImmediate,
}: {
  turns: number
  lanes: Record<L, Lane>
  refusal?: Refusal
  defer?: (work: () => void) => unknown
}) {
  const states = new Map<string, LaneState>(
    Object.entries<Lane>(lanes).map(([name, limits]) => [
      name,
      { limits, running: 0, waiting: 0, callers: new Map(), clock: 0, lastNew: -1 },
    ]),
  )
  let rotation = [...states.values()]
  let isScheduled = false
  const sumOf = (count: (lane: LaneState) => number) => rotation.reduce((sum, lane) => sum + count(lane), 0)

  const hasRoom = (lane: LaneState) =>
    sumOf((other) => (other === lane ? lane.running : Math.max(other.running, other.limits.reserved))) < turns

  function schedule() {
    if (isScheduled || rotation.every((lane) => lane.waiting === 0)) return
    isScheduled = true
    defer(() => {
      isScheduled = false
      const started = rotation.find((lane) => hasRoom(lane) && startIn(lane))
      if (!started) return
      rotation = [...rotation.filter((lane) => lane !== started), started]
      schedule()
    })
  }

  /** Queues for a turn. @throws `refusal`, by default HttpError 429 for the caller and 503 for the lane */
  function take(name: L, key: string, waiter: Waiter): Turn {
    const lane = states.get(name)
    if (!lane) throw new Error(`There is no lane ${name}`)
    const queued = enqueue(lane, key, waiter, refusal)
    schedule()
    return {
      isRunning: () => queued.call.state === 'running',
      end: () => {
        endIn(lane, key, queued)
        schedule()
      },
    }
  }

  /** Waits for a turn. Returns a function that releases it. @throws as `take`, or the reason of `signal` */
  const wait = (lane: L, key: string, signal?: AbortSignal) =>
    started((waiter) => take(lane, key, waiter), refusal, signal)

  return {
    take,
    wait,
    /** Runs `work` when it is the caller's turn. @throws as `take` */
    async run<T>(lane: L, key: string, work: () => Promise<T>): Promise<T> {
      const end = await wait(lane, key)
      try {
        return await work()
      } finally {
        end()
      }
    },
    load: () => ({ running: sumOf((lane) => lane.running), waiting: sumOf((lane) => lane.waiting) }),
  }
}

async function started(take: (waiter: Waiter) => Turn, refusal: Refusal, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const turn = take({ start: resolve, drop: () => reject(refusal('lane')) })
  const giveUp = () => {
    if (turn.isRunning()) return
    turn.end()
    reject(signal?.reason)
  }
  signal?.addEventListener('abort', giveUp)
  try {
    await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
  return turn.end
}

export type FairTurns<L extends string> = ReturnType<typeof fairTurns<L>>
