import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from './columns.ts'

/**
 * The audit log. `before` and `after` hold the object's old and new values; amounts are in paise. Partitioned by the
 * month of the id (services/journal/audit-months.ts). Belongs to the company.
 */
export const auditRows = pgTable(
  'audit_rows',
  {
    id: key(),
    at: createdAt(),
    requestId: text('request_id').notNull(),
    role: text('role').notNull(),
    personId: uuid('person_id'),
    person: text('person').notNull(),
    /** The call, such as `orders.changeStatus`. */
    call: text('call').notNull(),
    /** The id of the changed object, or a name such as 'company'. */
    object: text('object').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [
    index('audit_object').on(t.object, t.id),
    index('audit_person').on(t.personId, t.id),
    index('audit_call').on(t.call, t.id),
    index('audit_at').on(t.at),
    // The initial view of the log, without the calls of the store API, which are most of the rows.
    index('audit_office')
      .on(t.at)
      .where(sql`${t.call} NOT LIKE 'store%'`),
  ],
)

/**
 * Stored responses to requests with an `Idempotency-Key`: repeating a key as the same caller returns the same response.
 * Belongs to the processes.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    /** SHA-256 of the key. */
    key: text('key').notNull(),
    /** HMAC-SHA-256 of the request, keyed with the idempotency key. */
    fingerprint: text('fingerprint').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_age').on(t.createdAt)],
)

/**
 * Live events, inserted in the transaction of the change. `seq`, from which subscribers resume, is assigned after the
 * commit, so that sequence numbers become visible in order (decision 002). Belongs to the processes.
 */
export const liveEvents = pgTable(
  'live_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    seq: bigint('seq', { mode: 'number' }).unique(),
    type: text('type').notNull(),
    subject: uuid('subject').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [
    index('live_events_unnumbered')
      .on(t.id)
      .where(sql`${t.seq} IS NULL`),
    index('live_events_age').on(t.at),
  ],
)

/**
 * The epoch of the live events: a single row, created by a migration. A restore, or a failover that lost events, starts
 * a new one, in which numbers of earlier epochs are invalid (decision 063). Belongs to the processes.
 */
export const liveEpoch = pgTable(
  'live_epoch',
  {
    id: smallint('id').primaryKey().default(1),
    epoch: uuid('epoch').notNull().defaultRandom(),
  },
  (t) => [check('one_epoch', sql`${t.id} = 1`)],
)
