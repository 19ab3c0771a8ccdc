/** The part of EventSource that this file uses. */
export type Source = {
  addEventListener: (type: string, listener: (event: { data?: string; lastEventId?: string }) => void) => void
  close: () => void
}

type Options = {
  open: (after: string) => Source
  /** Event names to listen to. `beat` is the heartbeat. */
  names: readonly string[]
  /** Id of the event after which the stream resumes. */
  after: string
  /** Returns false for a stream that must not be used. It is closed, and opened again later. */
  accepts: (name: string, data: string) => boolean | undefined
  onEvent: (name: string, data: string, id: string) => void
  onState: (isLive: boolean) => void
  /** Called from the second consecutive failure on, because the session may have expired. */
  onRepeatedFailure: () => void
}

const MIN_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 30_000
/** The server sends a message at least every 15 s. Without one for this long, the connection counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 40_000

/**
 * Delay in ms before retry number `failures`: exponential backoff with jitter, so that clients do not reconnect
 * together.
 */
export const backoffMs = (failures: number, random: number) =>
  Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (failures - 1)) * (0.5 + random / 2)

/**
 * Keeps one event stream open. Reconnects without EventSource's own retry, which is too slow after a lost connection
 * and gives up after a response that is not a stream. Resumes after the last event id, so that no event is missed.
 */
export function openStream({ open, names, after, accepts, onEvent, onState, onRepeatedFailure }: Options) {
  let last = after
  let failures = 0
  let source: Source | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = null
    onState(false)
  }
  const fail = () => {
    disconnect()
    failures += 1
    if (failures >= 2) onRepeatedFailure()
    timer = setTimeout(connect, backoffMs(failures, Math.random()))
  }
  const restartTimeout = () => {
    clearTimeout(timer)
    timer = setTimeout(fail, HEARTBEAT_TIMEOUT_MS)
  }
  function connect() {
    disconnect()
    const current = open(last)
    source = current
    restartTimeout()
    // Ignore events of a source that has been replaced.
    current.addEventListener('error', () => current === source && fail())
    for (const name of names)
      current.addEventListener(name, ({ data = '', lastEventId = '' }) => {
        if (current !== source) return
        if (!accepts(name, data)) return fail()
        restartTimeout()
        if (failures > 0 || name === 'ready' || name === 'reset') onState(true)
        failures = 0
        if (name === 'beat') return
        if (lastEventId !== '') last = lastEventId
        onEvent(name, data, last)
      })
  }

  connect()
  return {
    /** Reconnects immediately. Call it when the network is back or the tab becomes visible. */
    wake() {
      if (source) return
      failures = 0
      connect()
    },
    /** Disconnects until `wake`. Call it when the browser is offline. */
    sleep: disconnect,
  }
}
