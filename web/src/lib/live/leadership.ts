/** Decides which tab of the browser leads. `onLead` and `onLost` alternate, beginning with `onLead`. */
export type Leadership = {
  /** Takes the lead from a tab that no longer responds. */
  takeOver: () => void
  /** Gives up the lead, or the request for it. */
  leave: () => void
}

export type Claim = { from: string; at: number }

type Options = { onLead: () => void; onLost: () => void }

/**
 * The tab that holds a Web Lock leads. When that tab closes or crashes, the browser grants the lock to the next tab at
 * once, even to a background tab whose timers are throttled.
 */
export function leadByLock(locks: LockManager, name: string, { onLead, onLost }: Options): Leadership {
  const abort = new AbortController()
  let release = () => {}
  const lead = () => {
    if (abort.signal.aborted) return undefined
    onLead()
    return new Promise<void>((resolve) => {
      release = resolve
    })
  }
  const lost = () => {
    if (!abort.signal.aborted) onLost()
  }
  const queue = () => {
    let isHeld = false
    locks
      .request(name, { signal: abort.signal }, () => {
        isHeld = true
        return lead()
      })
      .catch(() => {
        // Another tab has taken the lock away from this one.
        if (isHeld) {
          lost()
          queue()
        }
      })
  }
  queue()
  return {
    // The queued request stays. It is granted if another tab steals the lock from this one and then releases it.
    takeOver: () => void locks.request(name, { steal: true }, lead).catch(lost),
    leave: () => {
      abort.abort()
      release()
    },
  }
}

/** How long a starting tab waits for a leader's answer before it leads. */
const ANSWER_MS = 250

/**
 * For pages without Web Locks, such as plain HTTP in the store's own network. The tab with the newest claim leads. Two
 * tabs may lead for a moment; events are still shown once, because tabs compare their ids.
 */
export function leadByClaim(from: string, post: (claim: Claim) => void, { onLead, onLost }: Options) {
  let own: Claim | null = null
  const takeOver = () => {
    const claim = { from, at: Date.now() }
    own = claim
    onLead()
    post(claim)
  }
  const wait = setTimeout(takeOver, ANSWER_MS)
  return {
    takeOver,
    /** Call this when a leader has answered: the tab then makes no claim. */
    onAnswer: () => clearTimeout(wait),
    onClaim(other: Claim) {
      clearTimeout(wait)
      if (own === null) return
      if (other.at > own.at || (other.at === own.at && other.from > from)) {
        own = null
        onLost()
      } else post(own)
    },
    leave() {
      clearTimeout(wait)
      own = null
    },
  }
}
