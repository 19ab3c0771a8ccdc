import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Db } from './types.ts'

export type Database = {
  db: Db
  engine: 'embedded' | 'server'
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  listen(channel: string, onWake: () => void): Promise<() => Promise<void>>
  notify(channel: string): Promise<void>
  isReady(): Promise<boolean>
  migrate(folder: string): Promise<void>
  close(): Promise<void>
}

export async function openDatabase(options: {
  url: string | null
  folder: string | null
  onQuery?: (sql: string) => void
  say?: (line: string) => void
}): Promise<Database> {
  const logger = { logQuery: (query: string) => options.onQuery?.(query) }
  if (options.url) {
    const pool = new pg.Pool({ connectionString: options.url })
    const db = drizzlePg({ client: pool, logger })
    return {
      db: db as unknown as Db,
      engine: 'server',
      transaction: (work) => db.transaction((tx) => work(tx as unknown as Db)),
      async listen(channel, onWake) {
        const client = new pg.Client({ connectionString: options.url ?? '' })
        await client.connect()
        client.on('notification', onWake)
        await client.query(`LISTEN ${channel}`)
        return () => client.end()
      },
      notify: async (channel) => void (await pool.query(`NOTIFY ${channel}`)),
      isReady: async () => true,
      migrate: (folder) => migratePg(db, { migrationsFolder: folder }),
      close: () => pool.end(),
    }
  }
  if (options.folder) mkdirSync(options.folder, { recursive: true })
  const client = await PGlite.create({
    ...(options.folder ? { dataDir: options.folder } : {}),
    extensions: { pg_trgm },
  })
  const db = drizzle({ client, logger })
  const bus = new EventEmitter()
  return {
    db: db as unknown as Db,
    engine: 'embedded',
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Db)),
    async listen(channel, onWake) {
      bus.on(channel, onWake)
      return async () => void bus.off(channel, onWake)
    },
    notify: async (channel) => void bus.emit(channel),
    isReady: async () => true,
    migrate: (folder) => migrate(db, { migrationsFolder: folder }),
    close: () => client.close(),
  }
}
