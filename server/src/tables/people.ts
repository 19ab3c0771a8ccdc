import { roles } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from './columns.ts'

/** There is one. `isJoined` turns true with the first change of password. */
export const superadmins = pgTable('superadmins', {
  id: key(),
  username: text('username').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  isJoined: boolean('is_joined').notNull().default(false),
  createdAt: createdAt(),
})

export const staff = pgTable(
  'staff',
  {
    id: key(),
    name: text('name').notNull(),
    email: text('email').notNull().default(''),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    lastSignInAt: moment('last_sign_in_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('staff_username').on(sql`lower(${t.username})`)],
)

/** One sign-in. The cookie or bearer token itself is kept nowhere, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    role: text('role', { enum: roles }).notNull(),
    personId: uuid('person_id').notNull(),
    createdAt: createdAt(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sessions_person').on(t.role, t.personId), index('sessions_expiry').on(t.expiresAt)],
)

/** Attempts that may still turn out wrong, per submitted name and per address. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  misses: integer('misses').notNull(),
  since: moment('since').notNull(),
  blockedUntil: moment('blocked_until'),
})

/** The newest one-time code of a phone that wants to sign in. */
export const signInCodes = pgTable('sign_in_codes', {
  phone: text('phone').primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
