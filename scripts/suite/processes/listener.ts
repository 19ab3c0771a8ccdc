/**
 * A screen that listens to live events at the addresses that `where` gives, and comes back after a break with the
 * number it saw last. `heard` counts how often each subject came.
 */
export function listener(where: () => string, cookie: string) {
  const heard = new Map<string, number>()
  const closed = new AbortController()
  let last = ''
  let breaks = -1

  function hear(frame: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    last = field('id') ?? last
    if (field('event') !== 'withdrawal.created') return
    const { row } = JSON.parse(field('data') ?? '') as { row: { _id: string } }
    heard.set(row._id, (heard.get(row._id) ?? 0) + 1)
  }
  async function listen() {
    const headers = { cookie, ...(last && { 'last-event-id': last }) }
    const answer = await fetch(`${where()}/api/v1/events`, { headers, signal: closed.signal })
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      frames.forEach(hear)
    }
  }
  const listening = (async () => {
    for (; !closed.signal.aborted; breaks++) {
      await listen().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return {
    heard,
    /** How often it had to come back. */
    breaks: () => breaks,
    isOpen: () => last !== '',
    close: async () => {
      closed.abort()
      await listening
    },
  }
}
