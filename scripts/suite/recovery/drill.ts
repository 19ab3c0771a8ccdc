import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { type ArchivedPostgres, succeeded } from '@kirana/testing/database/pgbackrest'
import { aPicture } from '@kirana/testing/png'
import { runProgram } from '@kirana/testing/program'
import { type Backend, startBackend } from '../processes/backend.ts'
import { type Checks, checks } from './checks.ts'
import { compared, numbersIn, query, storedIn } from './database.ts'
import { loseTheDisk } from './lost-disk.ts'
import { dataCommand, recover } from './recover.ts'
import { addGoods, type Goods, type Load, type People, placeOrders, signIn } from './shop.ts'

const PER_SECOND = 20
const SHOPPERS = 300
/** Seconds of orders between the mistake and the moment when it is noticed. */
const UNNOTICED = 15

type StartOrders = (people: People, goods: Goods, perSecond: number) => Load

/** Starts a server with the goods of the sample store. */
async function startStore(env: Record<string, string>) {
  const filled = await runProgram(['server/src/sample/run.ts'], env).ended
  if (filled.code !== 0) throw new Error(filled.said)
  return startBackend('server', env)
}

/** Adds what the drill needs to the store: customers who are signed in, goods, and a banner with its picture. */
async function stock(server: Backend, env: Record<string, string>) {
  // One more customer, who does not order and can be erased.
  const people = await signIn(env, SHOPPERS + 1)
  const office = caller(server.url, { cookie: people.staff })
  const { name, mimeType, buffer } = aPicture()
  await office(api.banners.add, { files: [new File([new Uint8Array(buffer)], name, { type: mimeType })] })
  const banner = (await office(api.banners.list, {})).at(-1)
  const quiet = people.shoppers.pop()
  if (!banner || !quiet) throw new Error('The store has no banner or no customer')
  return { people, office, banner, quiet, goods: await addGoods(server.url, people.staff) }
}

/**
 * Orders, a destructive statement, a restore to one second before it, and orders again; then the loss of the disk. `folder`
 * is the store's data folder, which the caller removes.
 */
export async function drill(postgres: ArchivedPostgres, seconds: number, folder: string) {
  const { explained, ...others } = checks()
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    SUPERADMIN_PASSWORD: 'Owner@1234',
    LOG_LEVEL: 'fatal',
  }

  console.log('a store on a PostgreSQL server that archives with pgBackRest')
  await postgres.start()
  explained('a missing stanza', await postgres.pgbackrest('backup'), 'has a stanza-create been performed?')
  postgres.setWritable(false)
  const refused = await postgres.pgbackrest('stanza-create')
  explained('a repository that cannot be written', refused, '[13] Permission denied')
  postgres.setWritable(true)
  succeeded(await postgres.pgbackrest('stanza-create'))
  succeeded(await postgres.pgbackrest('check'))
  const server = await startStore(env)
  const loads: Load[] = []
  const startOrders: StartOrders = (...args) => {
    const load = placeOrders(server.url, ...args)
    loads.push(load)
    return load
  }
  try {
    return await play({ postgres, seconds, env, server, startOrders, explained, ...others })
  } finally {
    // Also after an error, because the timer of a load and a running server would keep this process alive.
    const stopped = loads.map((load) => load.stop())
    await server.stop('SIGKILL')
    await Promise.all(stopped)
  }
}

type Drill = Checks & {
  postgres: ArchivedPostgres
  seconds: number
  env: Record<string, string>
  server: Backend
  startOrders: StartOrders
}

async function play({ postgres, seconds, env, server, startOrders, must, explained, count }: Drill) {
  const { people, office, banner, quiet, goods } = await stock(server, env)
  succeeded(await postgres.pgbackrest('backup', '--type=full'))

  postgres.setWritable(false)
  const unarchived = await postgres.pgbackrest('check', '--archive-timeout=3')
  explained('WAL that cannot be archived', unarchived, 'was not archived before the')
  postgres.setWritable(true)

  console.log(`${PER_SECOND} orders a second for ${seconds} seconds`)
  const load = startOrders(people, goods, PER_SECOND)
  const unnoticed = Math.min(UNNOTICED, seconds / 3)
  await wait((seconds - unnoticed) * 1000)
  const issued = new Set(await numbersIn(postgres.url))
  const [mistake] = await query<{ ms: number; target: string }>(
    postgres.url,
    `SELECT extract(epoch FROM at)::float8 * 1000 - 1000 AS ms, (at - interval '1 second')::text AS target
    FROM clock_timestamp() at`,
  )
  if (!mistake) throw new Error('PostgreSQL does not tell the time')
  console.log(`every order is deleted one second after ${mistake.target}`)
  await query(postgres.url, 'TRUNCATE orders CASCADE')
  await office(api.banners.remove, { params: { id: banner._id } })
  const erasure = { userId: quiet.id, lastDigits: quiet.phone.slice(-4), reason: 'Asked by mail' }
  await office(api.users.erase, { body: erasure })
  await wait(unnoticed * 1000)
  const writes = await load.stop()
  for (const number of await numbersIn(postgres.url)) issued.add(number)

  console.log('the database is restored to that moment under the running server')
  const running = await postgres.pgbackrest('restore', '--type=time', `--target=${mistake.target}`)
  explained('a restore of a running server', running, 'unable to restore while PostgreSQL is running')
  const recovered = await recover(postgres, { url: server.url, env, target: mistake.target })
  const restored = compared(writes, await storedIn(postgres.url), mistake.ms)
  const verified = await dataCommand('verify', env)
  const served = await fetch(`${server.url}/api/v1/file/get/${banner.image}`)
  await served.arrayBuffer()

  const { acknowledgedBefore, lost, acknowledgedAfter, kept } = restored
  must(
    acknowledgedBefore > 0 && lost === 0,
    `${acknowledgedBefore} writes acknowledged before it, ${lost} lost`,
  )
  must(acknowledgedAfter > 0 && kept === 0, `${acknowledgedAfter} writes acknowledged after it, ${kept} kept`)
  must(verified.code === 0, 'data:verify finds no violation and no missing file')
  if (verified.code !== 0) console.log(verified.output)
  must(served.status === 200, 'the picture of a banner that was removed since is served again')
  must(
    recovered.output.includes(`Shopper ${SHOPPERS} (`),
    'data:after-restore names the customer who was erased since',
  )
  must(recovered.output.includes('No file is missing.'), 'data:after-restore finds no missing file')

  // Without the checkpoint of this backup, `archive_timeout` does not apply until the next checkpoint
  // (docs/running/recovery.md).
  succeeded(await postgres.pgbackrest('backup', '--type=full'))

  console.log('orders again')
  const known = new Set(await numbersIn(postgres.url))
  const signedIn = await signIn(env, SHOPPERS)
  const again = startOrders(signedIn, goods, PER_SECOND)
  await wait(Math.min(30, seconds / 2) * 1000)
  const failed = (await again.stop()).filter(({ answeredAt }) => answeredAt === null)
  for (const { body } of failed.slice(0, 5)) console.log(body)
  const fresh = (await numbersIn(postgres.url)).filter((number) => !known.has(number))
  const twice = fresh.filter((number) => issued.has(number))
  must(failed.length === 0, `${again.writes.length} writes after the restore, ${failed.length} failed`)
  const kinds = ['order', 'invoice'].every((kind) => fresh.some((number) => number.startsWith(`${kind} `)))
  must(kinds && twice.length === 0, `${fresh.length} new numbers, ${twice.length} of them issued twice`)

  const disk = await loseTheDisk({
    postgres,
    env,
    url: server.url,
    startOrders: (perSecond) => startOrders(signedIn, goods, perSecond),
    must,
    explained,
  })
  await server.stop('SIGTERM')
  const drilled = {
    secondsOfOrders: seconds,
    ordersPerSecond: PER_SECOND,
    ...restored,
    numbersIssued: issued.size,
    numbersAfterTheRestore: fresh.length,
    issuedTwice: twice.length,
    recoverySeconds: recovered.seconds,
    diskLost: disk,
  }
  console.log(JSON.stringify(drilled, null, 2))
  return { count: count(), drilled }
}
