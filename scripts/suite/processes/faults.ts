import { setTimeout as wait } from 'node:timers/promises'
import { startBackend } from './backend.ts'
import { load } from './load.ts'
import type { Services } from './services.ts'
import { PHONES, type Shop } from './shop.ts'

export type FaultyLoad = Awaited<ReturnType<typeof loadWithFaults>>

/**
 * Writes under load while one process is killed and restarted and another is replaced. `phaseMs` is the duration of the
 * load before, between and after these faults.
 */
export async function loadWithFaults(shop: Shop, { env, fcm }: Services, phaseMs: number) {
  const { first, killed, replaced, store, proxy, broadcast } = shop
  const { customers } = store.people
  console.log(`${customers.length} customers and staff write; a broadcast goes to ${PHONES} phones`)
  await broadcast()
  const writing = load(proxy.url, store.people)
  await wait(phaseMs)
  while (fcm.received.length < PHONES) await wait(50)
  const sentOnce = new Set(fcm.phones()).size === PHONES && fcm.received.length === PHONES

  console.log('one process is killed while it may be sending the next broadcast')
  fcm.received.length = 0
  await broadcast()
  await killed.stop('SIGKILL')
  await wait(phaseMs)

  console.log('another process is replaced in the proxy and then stopped')
  const successor = await startBackend('successor', env)
  // A stopping process rejects new requests, so wait until none are in transit to it.
  proxy.use([first, killed, successor])
  await wait(1000)
  const exitCode = await replaced.stop('SIGTERM')
  await wait(phaseMs)

  console.log('the killed process is started again')
  const restarted = await startBackend('back', env)
  proxy.use([first, successor, restarted])
  await wait(phaseMs)
  await writing.stop()
  return { writing, sentOnce, exitCode, running: [first, successor, restarted] }
}

/** Repeats the unacknowledged writes, and compares the stored writes and the received events with the acknowledged ones. */
export async function compare(
  { store, killed, listeners }: Shop,
  { writing }: FaultyLoad,
  { fcm }: Services,
) {
  const before = await store.stored()
  const lost = writing.asked.filter((id) => !before.asked.includes(id)).length
  const repeated = await Promise.all(writing.writes.filter(({ done }) => !done).map(({ send }) => send()))
  const stored = await store.stored()
  const failedElsewhere = writing.failures.filter(({ process }) => process !== killed.name)
  for (const failure of failedElsewhere) console.log(failure)
  while (new Set(fcm.phones()).size < PHONES) await wait(50)
  const missed = () => listeners.map(({ received }) => stored.asked.filter((id) => !received.has(id)).length)
  for (let i = 0; i < 100 && missed().some((n) => n > 0); i++) await wait(50)
  return {
    lost,
    repeated,
    stored,
    failedElsewhere,
    duplicates: listeners.map(({ received }) => [...received.values()].filter((times) => times > 1).length),
    missed: missed(),
    streams: listeners.map(({ received, breaks }) => ({ events: received.size, breaks: breaks() })),
  }
}
