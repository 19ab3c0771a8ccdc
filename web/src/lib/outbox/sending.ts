import { isUnsent } from './changes.ts'
import type { Entry } from './queue.ts'

/** `stuck`: some actions still wait, because there is no connection. `refused`: the number of rejected actions. */
export type Sending = { state: 'sent' | 'refused' | 'stuck'; refused: number }

/** Whether the server has rejected an entry. An entry that waits for a second person's approval was accepted. */
const isRefused = (one: Entry) => {
  if (one.kind === 'pick') return one.refused !== undefined
  return one.state === 'refused' && (one.kind === 'drop' || one.code !== 'waiting')
}

/** The state of the actions with these keys, derived from the queue. */
export function sendingOf(keys: ReadonlySet<string>, queue: readonly Entry[]): Sending {
  const left = queue.filter(({ key }) => keys.has(key))
  const refused = left.filter(isRefused).length
  return { state: left.some(isUnsent) ? 'stuck' : refused > 0 ? 'refused' : 'sent', refused }
}
