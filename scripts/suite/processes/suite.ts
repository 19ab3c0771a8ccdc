import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import { phonesUpTo } from '@kirana/testing/phones'
import { newBucket, startStorage } from '@kirana/testing/storage'
import { endOnSignal, root } from '@kirana/testing/command'
import { startFcm } from '@kirana/testing/fcm'
import { startPostgres } from '@kirana/testing/postgres'
import { runProgram } from '@kirana/testing/program'
import type { Count } from '../results.ts'
import { type Backend, startBackend } from './backend.ts'
import { listener } from './listener.ts'
import { load } from './load.ts'
import { loseEvents } from './lost-events.ts'
import { openStore } from './store.ts'
import { startProxy } from './proxy.ts'

const PHONES = 2_000
const CUSTOMERS = 8
/** The maximum number of messages that a crash may repeat (docs/running/providers.md). */
const BATCH = 200
/**
 * Runs three app processes behind a proxy, on one PostgreSQL server and one object storage. Under load, one process is
 * killed and restarted and another replaced; then the stored writes are compared with the acknowledged ones.
 */
export async function processes([seconds = '5']: readonly string[]): Promise<Count> {
  // The duration of the load before, between and after the two events.
  const phaseMs = Number(seconds) * 1000
  const folder = mkdtempSync(join(tmpdir(), 'kirana-processes-'))
  const postgres = await startPostgres()
  const storage = await startStorage()
  const fcm = await startFcm()
  const cleanUp = async () => {
    await Promise.all([postgres.stop(), storage.stop(), fcm.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
  endOnSignal(cleanUp)

  const bucket = newBucket(storage.endpoint)
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    SUPERADMIN_PASSWORD: 'Owner@1234',
    TRUST_PROXY: 'on',
    LOG_LEVEL: 'error',
    FCM_CREDENTIALS: fcm.credentials,
    FCM_URL: fcm.url,
    FILES_URL: `s3://${bucket.name}?endpoint=${bucket.endpoint}&region=${bucket.region}`,
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const problems: string[] = []
  let checks = 0
  const must = (holds: boolean, what: string) => {
    console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${what}`)
    checks++
    if (!holds) problems.push(what)
  }

  // Start together on an empty database: one migrates and creates the superadmin, the others wait.
  const [first, killed, replaced] = (await Promise.all(
    ['first', 'killed', 'replaced'].map((name) => startBackend(name, env)),
  )) as [Backend, Backend, Backend]
  const store = await openStore(postgres.url, { customers: CUSTOMERS, phones: PHONES })
  const { staff } = store.people
  const proxy = await startProxy()
  proxy.use([first, killed, replaced])
  const broadcast = () => {
    const sent = { body: { title: 'Sale', body: 'Today' } }
    const { url, ...request } = requestOf(api.notifications.sendToAll, sent)
    const headers = { ...ownPage, ...request.headers, cookie: staff }
    return fetch(`${proxy.url}${url}`, { ...request, headers })
  }

  const listeners = [first.url, killed.url, replaced.url, proxy.url].map((url) => {
    let isFirst = true
    return listener(() => {
      const where = isFirst ? url : proxy.url
      isFirst = false
      return where
    }, staff)
  })
  while (!listeners.every((one) => one.isOpen())) await wait(50)

  console.log(`${CUSTOMERS} customers and staff write; a broadcast goes to ${PHONES} phones`)
  await broadcast()
  const under = load(proxy.url, store.people)
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
  const code = await replaced.stop('SIGTERM')
  await wait(phaseMs)

  console.log('the killed process is started again')
  const back = await startBackend('back', env)
  proxy.use([first, successor, back])
  await wait(phaseMs)
  await under.stop()

  const before = await store.stored()
  const lost = under.asked.filter((id) => !before.asked.includes(id)).length
  const again = await Promise.all(under.writes.filter(({ done }) => !done).map(({ send }) => send()))
  const stored = await store.stored()
  const count = (what: string) => under.writes.filter(({ key }) => key.startsWith(what)).length
  const elsewhere = under.failures.filter(({ process }) => process !== killed.name)
  for (const failure of elsewhere) console.log(failure)
  while (new Set(fcm.phones()).size < PHONES) await wait(50)
  const missed = () => listeners.map(({ received }) => stored.asked.filter((id) => !received.has(id)).length)
  for (let i = 0; i < 100 && missed().some((n) => n > 0); i++) await wait(50)
  const twice = listeners.map(({ received }) => [...received.values()].filter((times) => times > 1).length)
  const eventsMissed = missed()
  const told = listeners.map(({ received, breaks }) => ({ events: received.size, breaks: breaks() }))

  console.log('a failover loses events')
  const loss = await loseEvents(store, listeners)
  for (const one of listeners) await one.close()
  const verified = await runProgram(['server/src/commands/verify.ts'], env).ended

  must(under.acknowledged() > 100, `${under.acknowledged()} writes acknowledged`)
  must(under.processes.size === 5, `by ${[...under.processes].map(([name, n]) => `${name} ${n}`).join(', ')}`)
  must(lost === 0, `${lost} acknowledged withdrawals lost`)
  must(
    elsewhere.length === 0,
    `${under.failures.length} writes failed, ${elsewhere.length} of them not on the killed process`,
  )
  must(
    again.every(({ ok }) => ok),
    `${again.length} writes repeated with the same key`,
  )
  must(
    stored.coins === count('coins') && stored.asked.length === count('ask') && stored.paid === count('pay'),
    `each write stored once: ${stored.coins} additions of coins, ${stored.asked.length} withdrawals, ${stored.paid} payouts`,
  )
  must(
    eventsMissed.every((n) => n === 0),
    `events missed by the four listeners: ${eventsMissed.join(', ')}`,
  )
  must(
    twice.every((n) => n === 0),
    `duplicate events: ${twice.join(', ')}`,
  )
  must(loss.isSoon, `events were lost: every stream began again within ${loss.resetMs} ms`)
  must(
    loss.wrong.every((n) => n === 0),
    `of the ${loss.events} events after it, missed or told twice: ${loss.wrong.join(', ')}`,
  )
  must(sentOnce, `broadcast with three processes: ${PHONES} phones, one message each`)
  must(
    fcm.received.length - PHONES <= BATCH && new Set(fcm.phones()).size === new Set(phonesUpTo(PHONES)).size,
    `broadcast with a killed process: all phones reached, ${fcm.received.length - PHONES} messages repeated`,
  )
  must(code === 0, `the replaced process exited with ${code}`)
  must(verified.code === 0, 'data:verify finds no violations')
  if (verified.code !== 0) console.log(verified.said)

  const results = {
    cores: availableParallelism(),
    node: process.version,
    secondsOfLoad: Math.round((phaseMs * 4) / 1000),
    acknowledged: under.acknowledged(),
    byProcess: Object.fromEntries(under.processes),
    failedOnTheKilled: under.failures.length - elsewhere.length,
    failedElsewhere: elsewhere.length,
    acknowledgedAndLost: lost,
    longestWriteMs: under.longestMs(),
    listeners: told,
    eventsMissed,
    resetAfterLossMs: loss.resetMs,
    phonesToldTwice: fcm.received.length - PHONES,
  }
  if (problems.length === 0)
    writeFileSync(join(root, 'bench/results/processes.json'), `${JSON.stringify(results, null, 2)}\n`)
  await Promise.all([first, successor, back].map((one) => one.stop('SIGTERM')))
  proxy.stop()
  await store.close()
  await cleanUp()
  return { passed: checks - problems.length, failed: problems.length, skipped: 0 }
}
