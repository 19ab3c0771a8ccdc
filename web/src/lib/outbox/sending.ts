import { isUnsent } from './changes.ts'
import type { PickAction } from './pick-action.ts'
import type { Entry } from './queue.ts'

/** `stuck`: some of it still waits, because there is no connection. `refused`: how many actions were not accepted. */
export type Sending = { state: 'sent' | 'refused' | 'stuck'; refused: number }

/** What became of the actions with these keys, by what is in the queue now and what was dropped from it. */
export function sendingOf(
  keys: ReadonlySet<string>,
  queue: readonly Entry[],
  dropped: readonly PickAction[],
): Sending {
  const left = queue.filter(({ key }) => keys.has(key))
  const refused =
    dropped.filter(({ key }) => keys.has(key)).length +
    // One that waits for a second person was accepted.
    left.filter((one) => one.kind === 'status' && one.state === 'refused' && one.code !== 'waiting').length
  return { state: left.some(isUnsent) ? 'stuck' : refused > 0 ? 'refused' : 'sent', refused }
}
