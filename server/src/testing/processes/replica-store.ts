import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'
import type { Data, Route, Sent } from '@kirana/contract/wire/route'
import { startPostgres, startStandby } from '@kirana/testing/postgres'
import { startProgram } from '@kirana/testing/program'
import { Client } from 'pg'
import { openDatabase } from '../../db/open.ts'
import { startSession } from '../../request/sessions.ts'
import { staff as staffTable, superadmins } from '../../tables/people.ts'

type Headers = Record<string, string>

/** Every read must include writes of at least this age (ms). */
const OLD_MS = 5_000
const LANES = 4

export type ReplicatedStore = Awaited<ReturnType<typeof openReplicatedStore>>

/** Two server processes on a primary and its replica, and a member of staff who adds pincodes. */
export async function openReplicatedStore() {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-replica-'))
  const primary = await startPostgres()
  const replica = await startStandby(primary.url)
  const start = () =>
    startProgram({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
      DATA_DIR: folder,
      SUPERADMIN_PASSWORD: 'Owner@1234',
      METRICS_OPEN: 'on',
    })
  const servers = await Promise.all([start(), start()])
  const database = await openDatabase({ url: primary.url, folder: null })
  const account = { name: 'Asha', username: 'asha', passwordHash: '-' }
  const [person] = await database.db.insert(staffTable).values(account).returning()
  const staff = `kirana_staff=${await startSession(database.db, 'staff', person?.id ?? '', new Date())}`
  const [owner] = await database.db.select().from(superadmins)
  const superadmin = `kirana_superadmin=${await startSession(database.db, 'superadmin', owner?.id ?? '', new Date())}`
  await database.close()
  const onReplica = new Client({ connectionString: replica.url })
  onReplica.on('error', () => {})
  await onReplica.connect()

  const originOf = (n: number) => servers[n % servers.length]?.origin ?? ''
  const send = <R extends Route>(n: number, route: R, sent: Sent<R>, headers: Headers = {}) => {
    const { url, ...made } = requestOf(route, sent)
    return fetch(`${originOf(n)}${url}`, { ...made, headers: { ...ownPage, ...made.headers, ...headers } })
  }

  /** The numbers of reads that a replica may answer, since the start of both processes. */
  async function reads() {
    const texts = await Promise.all(
      servers.map(async ({ origin }) => (await fetch(`${origin}/metrics`)).text()),
    )
    const sum = (name: string) =>
      texts
        .flatMap((text) => text.split('\n'))
        .reduce((total, line) => total + (line.startsWith(`${name} `) ? Number(line.split(' ')[1]) : 0), 0)
    return {
      replica: sum('kirana_replica_reads_total{server="replica"}'),
      primary: sum('kirana_replica_reads_total{server="primary"}'),
      waited: sum('kirana_replica_waits_total'),
    }
  }

  const written: { pincode: string; at: number }[] = []
  let next = 400_001

  /** Writes on one process, then reads twice on the other: with the position of the write and without a position. */
  async function pair(n: number, outcome: Outcome) {
    const pincode = String(next++)
    const write = await send(n, api.pincodes.add, { body: { pincode } }, { cookie: staff })
    if (write.status !== 200) throw new Error(await write.text())
    const seen: Headers =
      n % 4 < 2
        ? { 'x-kirana-position': write.headers.get('x-kirana-position') ?? '' }
        : { cookie: write.headers.getSetCookie().join('; ') }
    const before = performance.now() - OLD_MS
    const [mine, anyone] = await Promise.all([
      readPincodes(n + 1, seen, outcome),
      readPincodes(n + 1, {}, outcome),
    ])
    if (!mine.has(pincode)) outcome.stale++
    if (written.some(({ pincode, at }) => at < before && !anyone.has(pincode))) outcome.tooOld++
    written.push({ pincode, at: performance.now() })
  }
  async function readPincodes(n: number, seen: Headers, outcome: Outcome) {
    const start = performance.now()
    const answer = await send(n, api.storeCatalogue.get, {}, seen)
    outcome.longestMs = Math.max(outcome.longestMs, Math.round(performance.now() - start))
    if (answer.status !== 200) outcome.failed++
    const { data } = (await answer.json()) as { data: Data<typeof api.storeCatalogue.get> }
    return new Set(data.pincodes)
  }

  return {
    servers,
    staff,
    superadmin,
    primary,
    replica,
    send,
    reads,
    /** Runs a statement on the replica. */
    tell: (statement: string) => onReplica.query(statement),
    /** Delays the replay of commits on the replica. */
    async delay(time: string) {
      await onReplica.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${time}'`)
      await onReplica.query('SELECT pg_reload_conf()')
    },
    /** Runs at least `count` pairs of a write and its reads, for at least `ms`. */
    async pairs(count: number, ms = 0) {
      const outcome: Outcome = { stale: 0, tooOld: 0, failed: 0, longestMs: 0 }
      const [before, until] = [await reads(), performance.now() + ms]
      let begun = 0
      const lane = async () => {
        while (begun < count || performance.now() < until) await pair(begun++, outcome)
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      const after = await reads()
      return {
        ...outcome,
        pairs: begun,
        reads: {
          replica: after.replica - before.replica,
          primary: after.primary - before.primary,
          waited: after.waited - before.waited,
        },
      }
    },
    async close() {
      await Promise.all(servers.map(({ stop }) => stop()))
      await onReplica.end().catch(() => {})
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * `stale`: reads that lack the write whose position they sent. `tooOld`: reads without a position that lack a write which is
 * older than 5 seconds.
 */
type Outcome = { stale: number; tooOld: number; failed: number; longestMs: number }
