import { factorKinds } from '@kirana/domain/second-factor'
import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from './columns.ts'

/** The roles that sign in with a password. */
const cookieRoles = ['staff', 'superadmin'] as const

/** Second factors of staff and the superadmin. Belongs to the company. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: key(),
    role: text('role', { enum: cookieRoles }).notNull(),
    personId: uuid('person_id').notNull(),
    kind: text('kind', { enum: factorKinds }).notNull(),
    name: text('name').notNull(),
    /** The app's key, encrypted (services/people/secret-box.ts). */
    secret: text('secret'),
    /** The 30-second step of the app's last used code, so that a code is valid once. */
    lastStep: integer('last_step').notNull().default(0),
    credentialId: text('credential_id'),
    /** A passkey's COSE key in base64url. */
    publicKey: text('public_key'),
    /** The passkey's counter of its signatures; 0 for passkeys without a counter. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('second_factors_person').on(t.role, t.personId),
    uniqueIndex('second_factor_app')
      .on(t.role, t.personId)
      .where(sql`${t.kind} = 'totp'`),
    uniqueIndex('second_factor_credential').on(t.credentialId),
  ],
)

/**
 * Unused recovery codes. The ten codes of a person are hashed with the same salt, so that an attempt needs only one
 * hash. Belongs to the company.
 */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    role: text('role', { enum: cookieRoles }).notNull(),
    personId: uuid('person_id').notNull(),
    /** argon2id in base64. */
    hash: text('hash').notNull(),
    salt: text('salt').notNull(),
  },
  (t) => [primaryKey({ columns: [t.role, t.personId, t.hash] })],
)

/**
 * Pending sign-ins whose password was right. Only the SHA-256 of the cookie is stored; the cookie gives access to the
 * second step only. Belongs to the processes.
 */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    role: text('role', { enum: cookieRoles }).notNull(),
    personId: uuid('person_id').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sign_in_steps_person').on(t.role, t.personId)],
)

/**
 * The challenges of sessions and pending sign-ins: a challenge that an existing or a new passkey signs, or the
 * encrypted key of an app that is being set up. Belongs to the processes.
 */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose', { enum: ['sign', 'passkey', 'totp'] }).notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.purpose] }),
    index('factor_challenges_expiry').on(t.expiresAt),
  ],
)
