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

/** Who signs in with a password. */
const cookieRoles = ['staff', 'superadmin'] as const

/** What staff and the superadmin sign in with beside the password. Belongs to the company. */
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
    /** The 30-second step of the app's last used code: a code counts once. */
    lastStep: integer('last_step').notNull().default(0),
    credentialId: text('credential_id'),
    /** A passkey's COSE key in base64url. */
    publicKey: text('public_key'),
    /** How often the passkey says that it has signed; 0 for those that do not count. */
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
 * Recovery codes that were not used yet. The ten of a person are hashed with one salt, so that a try costs one hash.
 * Belongs to the company.
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
 * Sign-ins whose password was right. Only the SHA-256 of the cookie is stored; it opens nothing but the second step.
 * Belongs to the processes.
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
 * What a session or a second step waits for: the challenge that a passkey signs or is made with, or the encrypted key of
 * an app that is being set up. Belongs to the processes.
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
