import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Position } from './position.ts'

/** The result of a raw SQL statement, on either engine. */
type Result<Row> = { rows: Row[] }
interface Rows extends PgQueryResultHKT {
  type: Result<this['row']>
}

/** Runs statements: the embedded PostgreSQL, a server's pool, or a transaction on either. */
export type Db = PgDatabase<Rows, Record<string, never>>

export type Options = {
  /** A PostgreSQL server's address; null for the embedded one. */
  url: string | null
  /** The same server without the pooler that `url` names; null or absent when there is no pooler. */
  directUrl?: string | null
  /** A standby of that server, for reads that may be up to 5 seconds old; null or absent when there is none. */
  replicaUrl?: string | null
  /** Folder of the embedded database; null keeps it in memory. */
  folder: string | null
  /** Called with every statement, so that tests can count them. */
  onQuery?: ((sql: string) => void) | undefined
  /** Called when background work fails: idle connections, housekeeping. */
  failed?: (error: unknown) => void
  poolSize?: number
  /** Time (ms) after which a connection without an answer to its statement is closed; null waits without a limit. */
  silenceMs?: number | null
}

/** A standby that serves reads. */
export type Replica = {
  /** SQL, one value: a position of the primary after everything that the statement sees. */
  currentPosition: string
  /** The current position of the primary. */
  position: () => Promise<Position>
  /**
   * Runs `read` on the replica if it has replayed the positions in `seen` and is at most five seconds behind, otherwise
   * on the primary. A read that fails on the replica is repeated on the primary, so `read` must not change anything.
   */
  read: <T>(seen: readonly Position[], read: (db: Db) => Promise<T>) => Promise<T>
  /** The number of reads that each server has answered, and of those that have waited for the replica. */
  served: () => { replica: number; primary: number; waited: number }
  close: () => Promise<void>
}

/** An exclusive lock by name. Closing the database or losing the connection releases it, too. */
export type Lease = { isHeld: () => boolean; release: () => Promise<void> }

export type Database = {
  db: Db
  engine: 'embedded' | 'server'
  /**
   * READ COMMITTED. Retried after a serialization failure or a deadlock, so `work` must have no other side effects.
   * Use only `tx` inside: on the embedded engine a statement on `db` would wait for the transaction to end.
   * Rejects when a failed statement's error was caught: to continue after one, catch around `tx.transaction`.
   * With a replica, `committed` gets a position after the commit.
   */
  transaction: <T>(work: (tx: Db) => Promise<T>, committed?: (position: Position) => void) => Promise<T>
  /** Null without DATABASE_REPLICA_URL. */
  replica: Replica | null
  /**
   * Calls `onWake` whenever any process notifies the channel, and once after reconnecting. Returns a function that
   * unsubscribes.
   */
  listen: (channel: string, onWake: () => void) => Promise<() => Promise<void>>
  /** Wakes listeners, which then read the new rows from a table. Call it after the commit; it never rejects. */
  notify: (channel: string) => Promise<void>
  /** Takes the lock `name` across all processes; null when another holder has it. */
  lease: (name: string) => Promise<Lease | null>
  isReady: () => Promise<boolean>
  /** Connections in use, and calls waiting for one. */
  load: () => { busy: number; waiting: number }
  /** Runs the pending migrations; processes that start at the same time wait for each other. */
  migrate: (folder: string) => Promise<void>
  /** Waits for running statements, flushes everything to disk and unlocks the folder. */
  close: () => Promise<void>
}
