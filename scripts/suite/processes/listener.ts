/**
 * Subscribes to live events like a screen, at the origin that `where` returns, and reconnects with the last event id.
 * `received` counts the events of one type by subject, `resetAt` are the times of `reset` (ms of `performance.now()`).
 */
export function listener(where: () => string, cookie: string, type = 'withdrawal.created') {
  const received = new Map<string, number>()
  const resetAt: number[] = []
  const closed = new AbortController()
  let last = ''
  let breaks = -1

  function onFrame(frame: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    last = field('id') ?? last
    if (field('event') === 'reset') resetAt.push(performance.now())
    if (field('event') !== type) return
    const { row } = JSON.parse(field('data') ?? '') as { row: { _id: string } }
    received.set(row._id, (received.get(row._id) ?? 0) + 1)
  }
  async function listen() {
    const headers = { cookie, ...(last && { 'last-event-id': last }) }
    const answer = await fetch(`${where()}/api/v1/events`, { headers, signal: closed.signal })
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = frames.pop() ?? ''
      frames.forEach(onFrame)
    }
  }
  const listening = (async () => {
    for (; !closed.signal.aborted; breaks++) {
      await listen().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return {
    received,
    resetAt,
    /** The number of reconnections. */
    breaks: () => breaks,
    isOpen: () => last !== '',
    close: async () => {
      closed.abort()
      await listening
    },
  }
}
