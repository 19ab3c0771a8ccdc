import { sql } from 'drizzle-orm'
import { bigint, index, pgSequence, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, key, moment, paise } from './columns.ts'

export const customerNumbers = pgSequence('customer_numbers')

/**
 * Customers. `phone` is +91XXXXXXXXXX; `totalPayment` is their total payment for delivered orders, in paise.
 * Belongs to a customer.
 * Global: users_customer_number_unique, customer_numbers, users_phone_unique, users_refer_code_unique: each finds a
 * customer before the store is known.
 */
export const users = pgTable(
  'users',
  {
    id: key(),
    customerNumber: bigint('customer_number', { mode: 'number' })
      .notNull()
      .unique()
      .default(sql`nextval('customer_numbers')`),
    fullName: text('full_name').notNull().default(''),
    phone: text('phone').notNull().unique(),
    email: text('email').notNull().default(''),
    gender: text('gender').notNull().default(''),
    country: text('country').notNull().default(''),
    fcmToken: text('fcm_token'),
    /** The customer's own referral code. */
    referCode: text('refer_code').notNull().unique(),
    /** The referral code entered at sign-up; applies to the first order unless that has another one. */
    invitedWith: text('invited_with').notNull().default(''),
    totalPayment: paise('total_payment').notNull().default(0),
    /** The time of the erasure. The row is kept for the books, without personal data. */
    erasedAt: moment('erased_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('users_phone_part').using('gin', sql`${t.phone} gin_trgm_ops`),
    index('users_name_part').using('gin', sql`lower(${t.fullName}) gin_trgm_ops`),
    index('users_name').on(sql`lower(${t.fullName})`, t.id),
    index('users_payment').on(t.totalPayment, t.id),
    index('users_fcm_token')
      .on(t.fcmToken)
      .where(sql`${t.fcmToken} IS NOT NULL`),
    index('users_erased')
      .on(t.erasedAt)
      .where(sql`${t.erasedAt} IS NOT NULL`),
  ],
)

/** Belongs to a customer. */
export const addresses = pgTable(
  'addresses',
  {
    id: key(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    phone: text('phone').notNull(),
    houseNo: text('house_no').notNull(),
    landmark: text('landmark').notNull().default(''),
    street: text('street').notNull(),
    pincode: text('pincode').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
  },
  (t) => [index('addresses_user').on(t.userId, t.id)],
)

/**
 * The versions of the privacy notice that customers accepted, and when. Kept after an erasure as proof of consent.
 * Belongs to a customer.
 */
export const privacyAcceptances = pgTable(
  'privacy_acceptances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    version: text('version').notNull(),
    acceptedAt: moment('accepted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.version] })],
)
