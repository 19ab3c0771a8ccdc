import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readSnapshot, type Snapshot } from '../../db/snapshot.ts'
import { derivedTables, filesIn } from '../../services/operations/backup.ts'
import type { FileStore } from '../../services/files/store.ts'
import { buffer } from 'node:stream/consumers'
import type { Database } from '../../db/types.ts'

/** A read-only call and its response in the release that wrote the store. */
type Answer = { url: string; as: 'staff' | 'customer' | 'nobody'; data: unknown }

/** A small store written by a release, to test later migrations. Its staff have the usual test password. */
export type ReleasedStore = Omit<Snapshot, 'tables' | 'rows'> & {
  tables: { name: string; columns: readonly string[]; rows: string[] }[]
  /** File contents in Base64, by key. */
  files: Record<string, string>
  /** The session token of a customer. */
  token: string
  answers: Answer[]
}

/** Contains one file per release, named by the number of the release's newest migration. */
export const folder = new URL('stores/', import.meta.url)

/** Saves the store in `database` and returns its file name. Tables that are derived from others are excluded. */
export function saveStore(
  database: Database,
  store: FileStore,
  more: Pick<ReleasedStore, 'token' | 'answers'>,
) {
  return readSnapshot(database, derivedTables, async (snapshot) => {
    const tables: ReleasedStore['tables'] = []
    for (const table of snapshot.tables) {
      const rows: string[] = []
      for await (const lines of snapshot.rows(table.name)) rows.push(...lines)
      tables.push({ ...table, rows })
    }
    const files: ReleasedStore['files'] = {}
    for await (const { key } of filesIn(snapshot)) {
      const opened = await store.open(key)
      if (opened) files[key] = (await buffer(opened.stream)).toString('base64')
    }
    const { migrations, sequences } = snapshot
    const kept: ReleasedStore = { migrations, sequences, tables, files, ...more }
    const name = `${String(migrations.length - 1).padStart(4, '0')}.json.gz`
    writeFileSync(new URL(name, folder), gzipSync(JSON.stringify(kept), { level: 9 }))
    return name
  })
}

export const loadStore = (name: string): ReleasedStore =>
  JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString()) as ReleasedStore

/** Converts the store to a snapshot for `fill`. */
export const snapshotOf = ({ migrations, tables, sequences }: ReleasedStore): Snapshot => ({
  migrations,
  tables,
  sequences,
  async *rows(name) {
    yield tables.find((table) => table.name === name)?.rows ?? []
  },
})
