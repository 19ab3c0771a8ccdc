/** What an EventSource is used for here. */
export type Source = {
  addEventListener: (type: string, listener: (event: { data?: string; lastEventId?: string }) => void) => void
  close: () => void
}

type Options = {
  open: (after: string) => Source
  /** Names of the events to listen to. `beat` says no more than that the line still stands. */
  names: readonly string[]
  /** The number of the last event that is known already, '' for none. */
  after: string
  onEvent: (name: string, data: string, id: string) => void
  onState: (isLive: boolean) => void
  /** It failed twice or more in a row: the session may be over. */
  onTrouble: () => void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** The server says something every 15 s. After this long a silence the line is dead, whatever the browser believes. */
const SILENCE_MS = 40_000

/** How long to wait before attempt `failures + 1`: doubling, with jitter, so that not all screens return at once. */
export const waitAfter = (failures: number, random: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + random / 2)

/**
 * Keeps one event stream open for good. Reconnects by itself, not by the browser: that one waits too long after a cut
 * and gives up for ever after an answer that is no stream. Carries the last event's number across, so nothing is missed.
 */
export function keepStream({ open, names, after, onEvent, onState, onTrouble }: Options) {
  let last = after
  let failures = 0
  let source: Source | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const drop = () => {
    clearTimeout(timer)
    source?.close()
    source = null
    onState(false)
  }
  const fail = () => {
    drop()
    failures += 1
    if (failures >= 2) onTrouble()
    timer = setTimeout(connect, waitAfter(failures, Math.random()))
  }
  const expectMore = () => {
    clearTimeout(timer)
    timer = setTimeout(fail, SILENCE_MS)
  }
  function connect() {
    drop()
    const mine = open(last)
    source = mine
    expectMore()
    // What a closed source still has to say is about a line that is no longer ours.
    mine.addEventListener('error', () => mine === source && fail())
    for (const name of names)
      mine.addEventListener(name, ({ data = '', lastEventId = '' }) => {
        if (mine !== source) return
        expectMore()
        if (failures > 0 || name === 'ready' || name === 'reset') onState(true)
        failures = 0
        if (name === 'beat') return
        if (lastEventId !== '') last = lastEventId
        onEvent(name, data, last)
      })
  }

  connect()
  return {
    /** Tries at once: the network is back, or somebody looks. */
    wake() {
      if (source) return
      failures = 0
      connect()
    },
    /** The network is known to be gone: waits for `wake`. */
    sleep: drop,
  }
}
