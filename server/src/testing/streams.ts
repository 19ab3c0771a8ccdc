import type { LiveEvent } from '@kirana/contract/events'
import { placeOf } from '../live-event.ts'

export type ReceivedEvent = { event: string; id: string; data: LiveEvent }

/** The number of an event in its epoch. */
export const seqOf = (received: ReceivedEvent | undefined) => placeOf(received?.id ?? '')?.seq ?? 0

function parse(frame: string): ReceivedEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const event = field('event')
  if (!event || event === 'beat') return []
  return [{ event, id: field('id') ?? '', data: JSON.parse(field('data') ?? 'null') as LiveEvent }]
}

/** Opens streams like a browser, at the origin `address`; `close` ends them all. */
export function openStreams(address: string) {
  const open: AbortController[] = []
  return {
    /** `received` collects the events, `ready` and `reset` included. */
    async listen(
      headers: Record<string, string>,
      { lastEventId, query = '' }: { lastEventId?: string; query?: string } = {},
    ) {
      const stop = new AbortController()
      open.push(stop)
      const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      const answer = await fetch(`${address}/api/v1/events${query}`, {
        headers: { ...headers, ...resumed },
        signal: stop.signal,
      })
      const received: ReceivedEvent[] = []
      const read = async () => {
        let rest = ''
        const decoder = new TextDecoder()
        for await (const chunk of answer.body ?? []) {
          const frames = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
          rest = frames.pop() ?? ''
          received.push(...frames.flatMap(parse))
        }
      }
      void read().catch(() => {})
      return { answer, received, stop: () => stop.abort() }
    },
    close: () => {
      for (const stream of open.splice(0)) stream.abort()
    },
  }
}
