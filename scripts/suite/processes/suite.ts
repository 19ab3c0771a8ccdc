import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { endOnSignal, root } from '@kirana/testing/command'
import { phonesUpTo } from '@kirana/testing/phones'
import { runProgram } from '@kirana/testing/program'
import type { Count } from '../results.ts'
import { compare, type FaultyLoad, loadWithFaults } from './faults.ts'
import { loseEvents } from './lost-events.ts'
import { type Services, startServices } from './services.ts'
import { openShop, PHONES } from './shop.ts'

/** The maximum number of messages that a crash may repeat (docs/running/providers.md). */
const BATCH = 200

type Observed = FaultyLoad & {
  compared: Awaited<ReturnType<typeof compare>>
  loss: Awaited<ReturnType<typeof loseEvents>>
  verified: { code: number | null }
  fcm: Services['fcm']
}
type Check = readonly [holds: boolean, what: string]

/**
 * Runs three app processes behind a proxy, on one PostgreSQL server and one object storage. Under load, one process is
 * killed and restarted and another replaced; then the stored writes are compared with the acknowledged ones.
 */
export async function processes([seconds = '5']: readonly string[]): Promise<Count> {
  const phaseMs = Number(seconds) * 1000
  const services = await startServices()
  endOnSignal(services.stop)
  const shop = await openShop(services)
  const loaded = await loadWithFaults(shop, services, phaseMs)
  const compared = await compare(shop, loaded, services)

  console.log('a failover loses events')
  const loss = await loseEvents(shop.store, shop.listeners)
  for (const one of shop.listeners) await one.close()
  const verified = await runProgram(['server/src/commands/verify.ts'], services.env).ended

  const observed = { ...loaded, compared, loss, verified, fcm: services.fcm }
  const checks = [...checksOfWrites(observed), ...checksOfEvents(observed), ...checksOfProcesses(observed)]
  for (const [holds, what] of checks) console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${what}`)
  if (verified.code !== 0) console.log(verified.said)
  const failed = checks.filter(([holds]) => !holds).length
  const results = resultsOf(observed, phaseMs)
  if (failed === 0)
    writeFileSync(join(root, 'bench/results/processes.json'), `${JSON.stringify(results, null, 2)}\n`)
  await Promise.all(loaded.running.map((one) => one.stop('SIGTERM')))
  shop.proxy.stop()
  await shop.store.close()
  await services.stop()
  return { passed: checks.length - failed, failed, skipped: 0 }
}

function checksOfWrites({ writing, compared }: Observed): Check[] {
  const { lost, failedElsewhere, repeated, stored } = compared
  const count = (what: string) => writing.writes.filter(({ key }) => key.startsWith(what)).length
  const byProcess = [...writing.processes].map(([name, n]) => `${name} ${n}`).join(', ')
  return [
    [writing.acknowledged() > 100, `${writing.acknowledged()} writes acknowledged`],
    [writing.processes.size === 5, `by ${byProcess}`],
    [lost === 0, `${lost} acknowledged withdrawals lost`],
    [
      failedElsewhere.length === 0,
      `${writing.failures.length} writes failed, ${failedElsewhere.length} of them not on the killed process`,
    ],
    [repeated.every(({ ok }) => ok), `${repeated.length} writes repeated with the same key`],
    [
      stored.coins === count('coins') && stored.asked.length === count('ask') && stored.paid === count('pay'),
      `each write stored once: ${stored.coins} additions of coins, ${stored.asked.length} withdrawals, ${stored.paid} payouts`,
    ],
  ]
}

function checksOfEvents({ compared: { missed, duplicates }, loss }: Observed): Check[] {
  return [
    [missed.every((n) => n === 0), `events missed by the four listeners: ${missed.join(', ')}`],
    [duplicates.every((n) => n === 0), `duplicate events: ${duplicates.join(', ')}`],
    [loss.isSoon, `events were lost: every stream began again within ${loss.resetMs} ms`],
    [
      loss.wrong.every((n) => n === 0),
      `of the ${loss.events} events after the loss, missed or received twice: ${loss.wrong.join(', ')}`,
    ],
  ]
}

function checksOfProcesses({ sentOnce, exitCode, verified, fcm }: Observed): Check[] {
  const repeatedMessages = fcm.received.length - PHONES
  return [
    [sentOnce, `broadcast with three processes: ${PHONES} phones, one message each`],
    [
      repeatedMessages <= BATCH && new Set(fcm.phones()).size === new Set(phonesUpTo(PHONES)).size,
      `broadcast with a killed process: all phones reached, ${repeatedMessages} messages repeated`,
    ],
    [exitCode === 0, `the replaced process exited with ${exitCode}`],
    [verified.code === 0, 'data:verify finds no violations'],
  ]
}

const resultsOf = ({ writing, compared, loss, fcm }: Observed, phaseMs: number) => ({
  cores: availableParallelism(),
  node: process.version,
  secondsOfLoad: Math.round((phaseMs * 4) / 1000),
  acknowledged: writing.acknowledged(),
  byProcess: Object.fromEntries(writing.processes),
  failedOnTheKilled: writing.failures.length - compared.failedElsewhere.length,
  failedElsewhere: compared.failedElsewhere.length,
  acknowledgedAndLost: compared.lost,
  longestWriteMs: writing.longestMs(),
  listeners: compared.streams,
  eventsMissed: compared.missed,
  resetAfterLossMs: loss.resetMs,
  messagesRepeated: fcm.received.length - PHONES,
})
