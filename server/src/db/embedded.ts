import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { requireBaseline } from './baseline.ts'
import { DurableFiles, ensureCluster } from './embedded-files.ts'
import { engineGuard, isTransactionFailed } from './embedded-guard.ts'
import { keepHouse } from './housekeeping.ts'
import { lockFolder } from './lock.ts'
import type { Database, Options } from './types.ts'
import { failureWasCaught, retried } from './retry.ts'
import { statementLogger } from './statements.ts'
import { pubSub } from './pub-sub.ts'

const settings = {
  search_path: 'public',
  exit_on_error: 'false',
  log_checkpoints: 'false',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  wal_sync_method: 'fsync',
  shared_buffers: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  // housekeeping.ts checkpoints and vacuums on a timer, because neither may run in the middle of a statement.
  checkpoint_timeout: '1d',
  max_wal_size: '2GB',
  autovacuum: 'off',
}
/** PGlite's defaults without -F, which turns fsync off. */
const startParams = [
  '--single',
  '-O',
  '-j',
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
/** A locale that supports trigrams of Hindi and needs no data files. */
const initDbStartParams = [
  '--wal-segsize=16',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C.UTF-8',
  '--auth=trust',
]

async function openCluster(folder: string | null) {
  const guard = engineGuard()
  const client = await PGlite.create({
    ...(folder ? { fs: new DurableFiles(folder, guard.stop) } : {}),
    extensions: { pg_trgm },
    startParams,
    initDbStartParams,
  })
  guard.watch(client)
  return client
}

/** Creates a cluster and closes it cleanly, with everything on disk. */
async function buildCluster(folder: string) {
  const client = await openCluster(folder)
  await client.exec('CHECKPOINT')
  await client.close()
}

/**
 * The embedded PostgreSQL in `folder` (null: in memory, for tests). Every acknowledged commit is on disk, one process
 * at a time may open it, and transactions run one after the other.
 */
export async function openEmbedded({ folder, onQuery, failed = () => {} }: Options): Promise<Database> {
  const cluster = folder && join(folder, 'cluster')
  const unlock = folder ? lockFolder(join(folder, 'LOCK')) : () => {}
  try {
    if (cluster) await ensureCluster(cluster, buildCluster)
    const client = await openCluster(cluster)
    return serve(client, { isDurable: cluster !== null, unlock, onQuery, failed })
  } catch (error) {
    unlock()
    throw error
  }
}

type Parts = {
  isDurable: boolean
  unlock: () => void
  onQuery: Options['onQuery']
  failed: (error: unknown) => void
}

function serve(client: PGlite, { isDurable, unlock, onQuery, failed }: Parts): Database {
  const db = drizzle({ client, logger: statementLogger(onQuery) })
  const listeners = pubSub(failed)
  const held = new Set<string>()
  const endHousekeeping = isDurable ? keepHouse(client, failed) : async () => {}
  let closing: Promise<void> | null = null
  let transactions = 0
  return {
    db,
    engine: 'embedded',
    transaction: async (work) => {
      transactions += 1
      return await retried(() =>
        db.transaction(async (tx) => {
          const result = await work(tx)
          if (isTransactionFailed(client)) throw failureWasCaught()
          return result
        }),
      ).finally(() => (transactions -= 1))
    },
    listen(channel, onWake) {
      const stop = listeners.add(channel, onWake)
      return Promise.resolve(async () => void stop())
    },
    notify(channel) {
      listeners.wake(channel)
      return Promise.resolve()
    },
    // No other process can open this database, so a set of names is enough.
    lease(name) {
      if (held.has(name)) return Promise.resolve(null)
      held.add(name)
      let isHeld = true
      const release = async () => {
        if (isHeld) held.delete(name)
        isHeld = false
      }
      return Promise.resolve({ isHeld: () => isHeld, release })
    },
    replica: null,
    isReady: () =>
      client.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    // Only one transaction runs at a time. Statements outside transactions are not counted.
    load: () => ({ busy: Math.min(transactions, 1), waiting: Math.max(transactions - 1, 0) }),
    async migrate(migrationsFolder) {
      await requireBaseline(db, migrationsFolder)
      await migrate(db, { migrationsFolder })
    },
    close: () => (closing ??= closeAll()),
  }

  async function closeAll() {
    await endHousekeeping()
    // If the checkpoint fails, the next start replays the log.
    if (isDurable) await client.exec('CHECKPOINT').catch(failed)
    await client.close().finally(unlock)
  }
}
