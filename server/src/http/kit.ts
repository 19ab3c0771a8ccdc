import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { FileStore } from '../services/files-store.ts'
import type { Live } from '../services/live.ts'
import type { Push } from '../services/push.ts'

/** What the process gives to every handler. */
export type Kit = {
  config: Config
  database: Database
  files: FileStore
  live: Live
  push: Push
  /** The time, so that tests can stand at midnight in Kolkata. */
  now: () => Date
  /** Sends a one-time code to a phone. */
  sendCode: (phone: string, code: string) => Promise<void>
}
