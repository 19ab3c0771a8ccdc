/** Listeners by channel, in this process. A listener that throws does not affect the others. */
export function pubSub(failed: (error: unknown) => void) {
  const listeners = new Map<string, Set<() => void>>()
  const wake = (channel: string) => {
    for (const onWake of listeners.get(channel) ?? []) {
      try {
        onWake()
      } catch (error) {
        failed(error)
      }
    }
  }
  return {
    wake,
    wakeAll: () => channels().forEach(wake),
    channels,
    /** Returns a function that removes the listener. It returns true if that was the channel's last listener. */
    add(channel: string, listener: () => void) {
      // A new function, so that one listener added twice is removed once per call.
      const onWake = () => listener()
      const current = listeners.get(channel) ?? new Set()
      listeners.set(channel, current.add(onWake))
      return () => {
        current.delete(onWake)
        if (current.size > 0 || listeners.get(channel) !== current) return false
        return listeners.delete(channel)
      }
    },
  }
  function channels() {
    return [...listeners.keys()]
  }
}

/**
 * Sends one wake-up per channel at a time; requests during a wake-up share the next one. Each request gets a wake-up
 * that starts after it, so listeners see everything committed before it.
 */
export function coalesced(send: (channel: string) => Promise<void>) {
  const sending = new Map<string, Promise<void>>()
  const following = new Map<string, Promise<void>>()
  const start = (channel: string) => {
    const sent = send(channel).finally(() => sending.delete(channel))
    sending.set(channel, sent)
    return sent
  }
  return (channel: string): Promise<void> => {
    const current = sending.get(channel)
    if (!current) return start(channel)
    const planned = following.get(channel)
    if (planned) return planned
    const next = current.then(() => {
      following.delete(channel)
      return start(channel)
    })
    following.set(channel, next)
    return next
  }
}
