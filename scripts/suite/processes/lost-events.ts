import { setTimeout as wait } from 'node:timers/promises'
import type { listener } from './listener.ts'
import type { openStore } from './store.ts'

/** Events after the loss. */
const EVENTS = 1_000
const MAX_MS = 4_000

/**
 * Loses events under the running processes, then writes others. Returns how long the last listener had to wait for `reset`
 * (ms; Infinity if one got none), and how many of the later events each listener missed or got twice.
 */
export async function loseEvents(
  store: Awaited<ReturnType<typeof openStore>>,
  listeners: readonly ReturnType<typeof listener>[],
) {
  const lostAt = performance.now()
  await store.loseEvents()
  const resets = () => listeners.map(({ resetAt }) => resetAt.findLast((at) => at > lostAt) ?? Infinity)
  while (resets().includes(Infinity) && performance.now() < lostAt + 2 * MAX_MS) await wait(50)
  const resetMs = Math.round(Math.max(...resets()) - lostAt)

  for (const { received } of listeners) received.clear()
  const published = await store.publish(EVENTS)
  const wrong = () =>
    listeners.map(({ received }) =>
      published.reduce((sum, { id, times }) => sum + Math.abs(times - (received.get(id) ?? 0)), 0),
    )
  for (let i = 0; i < 200 && wrong().some((n) => n > 0); i++) await wait(50)
  return { resetMs, isSoon: resetMs <= MAX_MS, wrong: wrong(), events: EVENTS }
}
