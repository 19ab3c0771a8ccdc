/** Listeners by channel, in this process. One that throws takes no other with it. */
export function wakes(failed: (error: unknown) => void) {
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
    /** Returns what takes it off again; that one says whether it was the channel's last. */
    add(channel: string, listener: () => void) {
      // Of its own, so that the same function listening twice is taken off once.
      const onWake = () => listener()
      const there = listeners.get(channel) ?? new Set()
      listeners.set(channel, there.add(onWake))
      return () => {
        there.delete(onWake)
        if (there.size > 0 || listeners.get(channel) !== there) return false
        return listeners.delete(channel)
      }
    },
  }
  function channels() {
    return [...listeners.keys()]
  }
}

/**
 * Sends at most one wake-up of a channel at a time: those asked for meanwhile become one that follows. Whoever asks
 * gets a wake-up that starts after the asking, so what was committed before it is seen.
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
