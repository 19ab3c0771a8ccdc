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

/** `caller`: this caller is at its limit. `lane`: the lane is full, and no other caller has more waiting than this one. */
export type Refusal = 'caller' | 'lane'

export type Turn = {
  isRunning: () => boolean
  /** Gives the turn back, or leaves the queue. Idempotent. */
  end: () => void
}

export type Waiter = {
  start: () => void
  /** Called when the lane is full and this caller has the most waiting in it: its newest call is dropped. */
  drop: () => void
}

type Entry = Waiter & { state: 'waiting' | 'running' | 'ended' }
type Caller = { running: number; queue: Entry[] }
type LaneState = {
  limits: Lane
  running: number
  waiting: number
  callers: Map<string, Caller>
  /** Callers who had nothing running or waiting when they arrived, in rotation order. Served before `order`. */
  fresh: Set<string>
  /** The other waiting callers, in rotation order. */
  order: Set<string>
  freshInRow: number
}
/** After this many fresh callers in a row one of the others is served: an endless supply of new callers must not starve them. */
const FRESH_IN_ROW = 8

/**
 * Fair queueing: at most `turns` calls run at once, and waiting callers are served in rotation, first between lanes,
 * then between the callers of a lane. Each turn starts in its own `defer`: the embedded engine runs a call without
 * yielding, so sockets are read in between and new callers are queued before the next call of a flood starts. Work
 * that yields by itself needs no `defer`.
 * In a lane without waiting places a turn starts at once or is refused.
 */
export function fairTurns<const L extends string>({
  turns,
  lanes,
  freshFirst = true,
  defer = setImmediate,
}: {
  turns: number
  lanes: Record<L, Lane>
  /** Whether callers who had nothing running or waiting are served before the others. */
  freshFirst?: boolean
  defer?: (work: () => void) => unknown
}) {
  const states = new Map<string, LaneState>(
    Object.entries<Lane>(lanes).map(([name, limits]) => [
      name,
      {
        limits,
        running: 0,
        waiting: 0,
        callers: new Map(),
        fresh: new Set(),
        order: new Set(),
        freshInRow: 0,
      },
    ]),
  )
  let rotation = [...states.values()]
  let running = 0
  let isScheduled = false

  const hasRoom = (lane: LaneState) => {
    let free = turns - running
    for (const other of rotation)
      if (other !== lane) free -= Math.max(0, other.limits.reserved - other.running)
    return free > 0
  }

  const start = (lane: LaneState, caller: Caller, entry: Entry) => {
    entry.state = 'running'
    caller.running++
    lane.running++
    running++
  }

  /** The lane's next caller who is below its limit. */
  function nextOf(lane: LaneState) {
    const { fresh, order } = lane
    for (const keys of lane.freshInRow < FRESH_IN_ROW ? [fresh, order] : [order, fresh])
      for (const key of keys) {
        const caller = lane.callers.get(key)
        if (caller && caller.running < lane.limits.runningPerCaller)
          return { key, caller, isFresh: keys === fresh }
      }
    return null
  }

  /** Starts the next waiting call; false when none can start. */
  function startNext(): boolean {
    for (const lane of rotation) {
      const next = lane.waiting > 0 && hasRoom(lane) ? nextOf(lane) : null
      const entry = next?.caller.queue[0]
      if (!next || !entry) continue
      leaveQueue(lane, next.key, next.caller, entry)
      if (next.caller.queue.length > 0) {
        lane.fresh.delete(next.key)
        lane.order.delete(next.key)
        lane.order.add(next.key)
      }
      lane.freshInRow = next.isFresh ? lane.freshInRow + 1 : 0
      rotation = [...rotation.filter((other) => other !== lane), lane]
      start(lane, next.caller, entry)
      entry.start()
      return true
    }
    return false
  }

  function schedule() {
    if (isScheduled || !rotation.some((lane) => lane.waiting > 0)) return
    isScheduled = true
    defer(() => {
      isScheduled = false
      if (startNext()) schedule()
    })
  }

  function leaveQueue(lane: LaneState, key: string, caller: Caller, entry: Entry) {
    caller.queue.splice(caller.queue.indexOf(entry), 1)
    lane.waiting--
    if (caller.queue.length > 0) return
    lane.fresh.delete(key)
    lane.order.delete(key)
  }

  /** Drops a call of the caller with the most waiting in a full lane; false when that is this caller itself. */
  function makeRoom(lane: LaneState, own: Caller): boolean {
    let longest = { key: '', caller: own, length: own.queue.length + 1 }
    for (const key of [...lane.fresh, ...lane.order]) {
      const caller = lane.callers.get(key)
      if (caller && caller.queue.length > longest.length)
        longest = { key, caller, length: caller.queue.length }
    }
    const newest = longest.caller.queue.at(-1)
    if (longest.caller === own || !newest) return false
    leaveQueue(lane, longest.key, longest.caller, newest)
    newest.state = 'ended'
    newest.drop()
    return true
  }

  function end(lane: LaneState, key: string, caller: Caller, entry: Entry) {
    if (entry.state === 'ended') return
    if (entry.state === 'waiting') leaveQueue(lane, key, caller, entry)
    else {
      caller.running--
      lane.running--
      running--
      schedule()
    }
    entry.state = 'ended'
    if (caller.running === 0 && caller.queue.length === 0) lane.callers.delete(key)
  }

  return {
    /** Takes or queues for a turn; `waiter.start` is called when it begins. */
    take(name: L, key: string, waiter: Waiter): Turn | Refusal {
      const lane = states.get(name)
      if (!lane) throw new Error(`There is no lane ${name}`)
      const caller = lane.callers.get(key) ?? { running: 0, queue: [] }
      const entry: Entry = { ...waiter, state: 'waiting' }
      const { runningPerCaller, waitingPerCaller, waiting } = lane.limits
      if (caller.running + caller.queue.length >= runningPerCaller + waitingPerCaller) return 'caller'
      if (waitingPerCaller === 0) {
        if (!hasRoom(lane)) return 'lane'
        lane.callers.set(key, caller)
        start(lane, caller, entry)
      } else {
        if (lane.waiting >= waiting && !makeRoom(lane, caller)) return 'lane'
        if (caller.queue.length === 0) (freshFirst && caller.running === 0 ? lane.fresh : lane.order).add(key)
        caller.queue.push(entry)
        lane.waiting++
        lane.callers.set(key, caller)
        schedule()
      }
      return { isRunning: () => entry.state === 'running', end: () => end(lane, key, caller, entry) }
    },
    /** Waiting calls of one caller. */
    waitingOf: (name: L, key: string) => states.get(name)?.callers.get(key)?.queue.length ?? 0,
    load: () => ({ running, waiting: rotation.reduce((sum, lane) => sum + lane.waiting, 0) }),
  }
}

export type FairTurns<L extends string> = ReturnType<typeof fairTurns<L>>
