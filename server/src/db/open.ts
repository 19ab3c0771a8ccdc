import type { Db } from './types.ts'

export type Options = {
  /** A PostgreSQL server's address; null for the embedded one. */
  url: string | null
  /** The same server past a pooler that `url` names; null or nothing where there is none. */
  directUrl?: string | null
  /** Where the embedded database lives; null keeps it in memory. */
  folder: string | null
  /** Hears of every statement, so that tests can count them. */
  onQuery?: ((sql: string) => void) | undefined
  /** Hears of what fails in the background: idle connections, housekeeping. */
  failed?: (error: unknown) => void
  poolSize?: number
}

/** A name that nobody else has. The database's end, or a lost connection, ends it as `release` does. */
export type Hold = { isHeld: () => boolean; release: () => Promise<void> }

export type Database = {
  db: Db
  engine: 'embedded' | 'server'
  /**
   * READ COMMITTED; run again where the database gave it up for the sake of another, so `work` changes nothing else.
   * Only `tx` may be used in it: on the embedded one a statement of `db` would wait for the transaction's end.
   * Rejects when a statement failed and its error was caught: to go on after one, catch around `tx.transaction`.
   */
  transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
  /**
   * Calls `onWake` whenever any process notifies the channel, and once after a lost connection came back. Returns what
   * ends it.
   */
  listen: (channel: string, onWake: () => void) => Promise<() => Promise<void>>
  /** A wake-up only: what happened is read from a table. Belongs after the commit, and so never rejects. */
  notify: (channel: string) => Promise<void>
  /** Takes a name that one holder at a time can have, of all processes; null where there is one. */
  hold: (name: string) => Promise<Hold | null>
  isReady: () => Promise<boolean>
  /** Connections in use, and how many calls wait for one. */
  load: () => { busy: number; waiting: number }
  /** Brings the schema up to date; processes that start at once wait for each other. */
  migrate: (folder: string) => Promise<void>
  /** Waits for what runs, writes everything to the disk, lets go of the folder. */
  close: () => Promise<void>
}

/** PostgreSQL, embedded or a server, behind one face. @throws Error with one sentence for the operator */
export async function openDatabase(options: Options): Promise<Database> {
  // Loaded when it is the one: a server's process needs no engine of its own.
  if (options.url) return (await import('./server.ts')).openServer(options.url, options)
  return (await import('./embedded.ts')).openEmbedded(options)
}
