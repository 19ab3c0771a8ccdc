import { endOnSignal } from '@kirana/testing/command'
import { startPgbouncer } from '@kirana/testing/database/pgbouncer'
import { startPostgres } from '@kirana/testing/postgres'
import { startStorage } from '@kirana/testing/storage'

/**
 * Starts what the API tests of a run need: a new PostgreSQL server for TEST_DATABASE=postgres, behind pgbouncer for
 * TEST_DATABASE=pgbouncer, and an S3-compatible storage for TEST_FILES=s3. Otherwise they use the embedded engine and folders.
 * @throws Error at the end if no test connected to the database server
 */
export default async function startServers() {
  const { TEST_DATABASE, TEST_FILES } = process.env
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  endOnSignal(stop)
  let connections = () => 1
  if (TEST_DATABASE) {
    const server = await startPostgres()
    stops.push(server.stop)
    process.env['TEST_DATABASE_URL'] = server.url
    connections = server.connections
    if (TEST_DATABASE === 'pgbouncer') {
      const pooler = await startPgbouncer(server.url)
      stops.push(pooler.stop)
      process.env['TEST_POOLER_URL'] = pooler.url
      connections = pooler.clients
    }
  }
  if (TEST_FILES) {
    const { endpoint, stop: end } = await startStorage()
    stops.push(end)
    process.env['TEST_STORAGE'] = endpoint
  }
  return async () => {
    const used = connections()
    await stop()
    if (used === 0) throw new Error('No test connected to the server that was started for them.')
  }
}
