import type { Permission } from '@kirana/domain/permissions'
import { roles } from '@kirana/domain/vocabulary'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, version } from './columns.ts'

/** The superadmin, a single row. `isJoined` is set by the first change of the password. Belongs to the company. */
export const superadmins = pgTable('superadmins', {
  id: key(),
  username: text('username').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  isJoined: boolean('is_joined').notNull().default(false),
  createdAt: createdAt(),
})

/** The default role of staff. It always includes everything, and cannot be changed or deleted. */
export const EVERYTHING_ROLE = '00000000-0000-7000-8000-000000000001'

/** Roles of staff with their permissions. The migration 0001_rules inserts the first roles. Belongs to the company. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: key(),
    name: text('name').notNull(),
    /** Null means all permissions, including those of later releases. */
    permissions: jsonb('permissions').$type<Permission[]>(),
    /** Whether staff with this role must set up a second factor before any other call. */
    requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('staff_role_name').on(sql`lower(${t.name})`)],
)

/** Belongs to the company. */
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
    roleId: uuid('role_id')
      .notNull()
      .default(EVERYTHING_ROLE)
      .references(() => staffRoles.id),
    /**
     * The role that was chosen for the person before their first sign-in; null if none was chosen or it was deleted.
     */
    chosenRoleId: uuid('chosen_role_id').references(() => staffRoles.id, { onDelete: 'set null' }),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('staff_username').on(sql`lower(${t.username})`),
    index('staff_role').on(t.roleId),
    index('staff_chosen_role').on(t.chosenRoleId),
  ],
)

/** Sessions. Only the SHA-256 of the cookie or bearer token is stored. Belongs to the processes. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    role: text('role', { enum: roles }).notNull(),
    personId: uuid('person_id').notNull(),
    /** Whether it was started in sample mode, and is valid only there. */
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: createdAt(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Identifies the session in a person's list of devices. */
    id: uuid('id')
      .notNull()
      .default(sql`gen_random_uuid()`),
    /** 'Chrome on Windows', derived from the User-Agent header. */
    browser: text('browser').notNull().default(''),
    /** The time when the person last gave a second factor in this session. */
    provedAt: moment('proved_at'),
  },
  (t) => [index('sessions_person').on(t.role, t.personId), index('sessions_expiry').on(t.expiresAt)],
)

/** Rate-limit counters: failed and pending attempts per key, such as name and address. Belongs to the processes. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  misses: integer('misses').notNull(),
  since: moment('since').notNull(),
  blockedUntil: moment('blocked_until'),
})

/** The latest one-time code of each phone. Belongs to the processes. */
export const signInCodes = pgTable('sign_in_codes', {
  phone: text('phone').primaryKey(),
  codeHash: text('code_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Failed attempts since this code was issued. */
  failedAttempts: integer('failed_attempts').notNull().default(0),
})

/**
 * Browsers on which a person has signed in. Only the SHA-256 of the cookie is stored; it gives no access by itself.
 * Belongs to the processes.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    role: text('role', { enum: roles }).notNull(),
    personId: uuid('person_id').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [index('known_devices_person').on(t.role, t.personId), index('known_devices_seen').on(t.seenAt)],
)
