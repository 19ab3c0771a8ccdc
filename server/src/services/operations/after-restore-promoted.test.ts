import { startPostgres, startStandby } from '@kirana/testing/postgres'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { auditRows } from '../../tables/journal.ts'
import { migrations, testDatabase } from '../../testing/database.ts'
import { onServer } from '../../testing/on-server.ts'
import { afterRestore } from './after-restore.ts'
import { copyDatabase } from './restore.ts'

/** A server that was a standby until it was promoted, and the time of the last transaction that it had replayed. */
async function promotedServer() {
  const former = await startPostgres()
  const next = await startStandby(former.url)
  const [primary, standby] = [former, next].map(({ url }) => new Client({ connectionString: url }))
  if (!primary || !standby) throw new Error('No clients')
  await Promise.all([primary.connect(), standby.connect()])
  await primary.query('CREATE TABLE last_before_the_failover ()')
  const replayed = async () => {
    const { rows } = await standby.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at')
    return rows[0]?.at ?? null
  }
  await expect.poll(replayed).not.toBeNull()
  await standby.query('SELECT pg_promote()')
  const replayedAt = await replayed()
  await Promise.all([primary.end(), standby.end()])
  await former.stop()
  return { url: next.url, stop: next.stop, replayedAt }
}

onServer(() => {
  test('the moment of an older backup is not that of an earlier failover of the server', async () => {
    const { url, stop, replayedAt } = await promotedServer()
    const store = await testDatabase()
    const at = new Date(Date.now() - 12 * 60 * 60 * 1000)
    const entry = { requestId: 'last', role: 'superadmin', person: 'Owner', call: 'company.save', object: '' }
    await store.db.insert(auditRows).values({ ...entry, at })
    const database = await openDatabase({ url, folder: null })
    await copyDatabase(store, database, migrations)
    const run = () => afterRestore(database, { provider: null, now: new Date() })
    expect((await run()).restoredAt).toEqual(at)
    // The first run wrote an audit row, as processes do that run after a failover.
    expect((await run()).restoredAt).toEqual(replayedAt)
    await database.close()
    await stop()
  })
})
