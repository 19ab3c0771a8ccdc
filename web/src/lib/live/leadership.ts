/** Decides which tab of the browser leads. `onLead` and `onLost` alternate, beginning with `onLead`. */
export type Leadership = {
  /** Takes the lead from a tab that no longer answers. */
  takeOver: () => void
  /** Gives up the lead, or the place in the queue for it. */
  leave: () => void
}

export type Claim = { from: string; at: number }

type Options = { onLead: () => void; onLost: () => void }

/**
 * The tab that holds a Web Lock leads. The browser passes the lock on at once when a tab closes or crashes, also to a
 * tab in the background, whose timers are slowed down.
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
    // The request in the queue stays, and is granted if the stolen lock is stolen in turn and then released.
    takeOver: () => void locks.request(name, { steal: true }, lead).catch(lost),
    leave: () => {
      abort.abort()
      release()
    },
  }
}

/** How long a starting tab waits for the answer of a leader before it leads. */
const ANSWER_MS = 250

/**
 * For pages without Web Locks, such as plain HTTP in the store's own network: the newest claim leads. Two tabs may lead
 * for a moment; the ids of the events keep anything from being shown twice.
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
    /** A leader has answered: there is no need to claim. */
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
