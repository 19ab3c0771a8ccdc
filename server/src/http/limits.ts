import type { Lane } from '../request/fair-turns.ts'
import type { Database } from '../db/types.ts'

/**
 * Staff: staff and superadmins whose token this process has verified. Lookup: callers with an unverified token, by
 * network. Customers: all other callers, by person once verified, otherwise by network.
 */
export type LaneName = 'staff' | 'lookup' | 'customers'
type Lanes = Record<LaneName, Lane>

const waiting = {
  staff: { waitingPerCaller: 100, waiting: 500 },
  lookup: { waitingPerCaller: 256, waiting: 1_000 },
  customers: { waitingPerCaller: 256, waiting: 1_000 },
}

/**
 * Concurrent calls of a process (docs/decisions/007-fair-scheduling-between-callers.md). The embedded engine runs one
 * statement at a time, so that more calls would only queue inside it. With a server, there are twice as many as its ten
 * connections.
 */
export const turnsOn: Record<Database['engine'], { turns: number; lanes: Lanes }> = {
  embedded: {
    turns: 6,
    lanes: {
      staff: { reserved: 2, runningPerCaller: 2, ...waiting.staff },
      lookup: { reserved: 1, runningPerCaller: 1, ...waiting.lookup },
      customers: { reserved: 1, runningPerCaller: 2, ...waiting.customers },
    },
  },
  server: {
    turns: 20,
    lanes: {
      staff: { reserved: 4, runningPerCaller: 10, ...waiting.staff },
      lookup: { reserved: 2, runningPerCaller: 2, ...waiting.lookup },
      customers: { reserved: 4, runningPerCaller: 6, ...waiting.customers },
    },
  },
}

/**
 * Calls that wait for their body (up to 100 KB each in memory), for the file storage or for the client to read a file.
 * `kept` places are reserved for staff. A network can have half of the customers' places, so that slow connections in
 * one network leave places to others.
 */
export const pauses = { total: 1_000, kept: 200, perStaff: 100, perCustomer: 300, perNetwork: 400 }
/** A connection without progress for this long is closed, also while a file is sent. */
export const MAX_STILL_MS = 300_000
/** A body that is not a form must arrive within this time; otherwise the connection is closed. */
export const MAX_BODY_MS = 30_000

/** Multipart forms, each up to 60 MB on disk. A rider sends one picture at a time. */
export const forms = { total: 100, kept: 20, perStaff: 60, perRider: 3, perCustomer: 3, perAddress: 12 }

export const streams = { total: 1_000, perPerson: 20 }

/** A call that has waited this long for a turn is rejected with Retry-After. */
export const MAX_WAIT_MS = 10_000
