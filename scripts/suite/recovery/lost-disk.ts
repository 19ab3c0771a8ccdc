import { setTimeout as wait } from 'node:timers/promises'
import type { ArchivedPostgres } from '@kirana/testing/database/pgbackrest'
import type { Checks } from './checks.ts'
import { storedIn } from './database.ts'
import { dataCommand, recover } from './recover.ts'
import type { Load } from './shop.ts'

/** Few, so that the time fills no WAL file and `archive_timeout` alone limits the loss. */
const PER_SECOND = 2
/** Seconds of orders, however short the drill is: longer than `archive_timeout`, so that more than a minute could be lost. */
const SECONDS = 90
/** What `archive_timeout = 60` promises, and the time to write the file into the repository. */
const MAX_LOST_MS = 61_000

type Setting = Pick<Checks, 'must' | 'explained'> & {
  postgres: ArchivedPostgres
  env: Record<string, string>
  url: string
  startOrders: (perSecond: number) => Load
}

/** The server ends at once and its disk is gone; the database is restored to the end of the archive. */
export async function loseTheDisk({ postgres, env, url, startOrders, must, explained }: Setting) {
  console.log('the server and its disk are lost')
  const load = startOrders(PER_SECOND)
  await wait(SECONDS * 1000)
  const lostAt = Date.now()
  await postgres.loseDisk()
  const acknowledged = (await load.stop()).filter(({ answeredAt }) => answeredAt !== null)
  const early = await postgres.pgbackrest('restore', '--type=time', '--target=2026-01-01 00:00:00+05:30')
  explained('a moment before the first backup', early, 'unable to find backup set with stop time less than')

  const recovered = await recover(postgres, { url, env, target: null })
  const stored = await storedIn(postgres.url)
  const lost = acknowledged.filter(({ kind, id }) => id === null || !stored[kind].has(id))
  const lostMs = lostAt - Math.min(lostAt, ...lost.map(({ answeredAt }) => answeredAt ?? lostAt))
  const verified = await dataCommand('verify', env)
  must(
    acknowledged.length > 0 && lostMs <= MAX_LOST_MS,
    `${lost.length} of ${acknowledged.length} writes are lost, of the last ${(lostMs / 1000).toFixed(1)} s`,
  )
  must(verified.code === 0, 'data:verify finds no violation and no missing file')
  if (verified.code !== 0) console.log(verified.output)
  return {
    lost: lost.length,
    lostSeconds: Number((lostMs / 1000).toFixed(1)),
    recoverySeconds: recovered.seconds,
  }
}
