import { gstPeriods } from '@kirana/domain/gst'
import { gstRegistrations } from '@kirana/domain/invoice'
import { defaultLateTimes } from '@kirana/domain/lateness'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { paise, version } from './columns.ts'

/** The names of a statement's columns; `kind` is absent in rows of earlier releases. */
type StatementColumns = { date: string; utr: string; amount: string; kind?: string }

/** The company's settings: a single row, created by the first migration. Belongs to the company. */
export const company = pgTable(
  'company',
  {
    id: smallint('id').primaryKey().default(1),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    contact: text('contact').notNull().default(''),
    website: text('website').notNull().default(''),
    gstin: text('gstin').notNull().default(''),
    /** FSSAI licence number of 14 digits; '' if the store has none. */
    fssai: text('fssai').notNull().default(''),
    /** Determines the kind of document of an order. */
    gstRegistration: text('gst_registration', { enum: gstRegistrations }).notNull().default('unregistered'),
    /** The period of its GSTR-1 returns. */
    gstPeriod: text('gst_period', { enum: gstPeriods }).notNull().default('month'),
    address: text('address').notNull().default(''),
    /** Paise per coin. */
    pointValue: integer('point_value').notNull().default(100),
    /** Coins granted to the owner of a referral code. */
    pointsPerReferral: integer('points_per_referral').notNull().default(0),
    /** Basis points off a referred first order. */
    referralDiscount: integer('referral_discount').notNull().default(0),
    deliveryTime: text('delivery_time').notNull().default('10 minutes'),
    /** Coins that one staff member may add per day (Asia/Kolkata). */
    dailyCoinsPerStaff: integer('daily_coins_per_staff').notNull().default(1_000_000),
    /** Maximum number of open unpaid orders per customer. */
    openOrdersPerCustomer: integer('open_orders_per_customer').notNull().default(20),
    /** Maximum number of pieces of one variant in an order. */
    piecesPerOrder: integer('pieces_per_order').notNull().default(50),
    /** Maximum total of a customer's open unpaid orders, in paise. */
    unpaidPerCustomer: paise('unpaid_per_customer').notNull().default(2_000_000),
    /** Maximum total before the customer's first delivery, in paise; the lower of the two limits applies. */
    unpaidBeforeDelivery: paise('unpaid_before_delivery').notNull().default(500_000),
    /** Basis points of a variant's pieces on hand that a customer's unpaid online orders can reserve. */
    unpaidStockShare: integer('unpaid_stock_share').notNull().default(5_000),
    /** Minutes after it was placed from which an open order is getting late. */
    gettingLateMinutes: integer('getting_late_minutes')
      .notNull()
      .default(defaultLateTimes.gettingLateMinutes),
    /** Minutes after it was placed from which an open order is late. */
    lateMinutes: integer('late_minutes').notNull().default(defaultLateTimes.lateMinutes),
    /** Whether payouts, larger additions of coins and refunds of cash need a second person. */
    secondPerson: boolean('second_person').notNull().default(false),
    /**
     * From this amount on, payouts need a second person. Payouts to one customer, or by one person alone, within a day
     * are added up. 0 means every payout.
     */
    payoutApprovalFrom: paise('payout_approval_from').notNull().default(0),
    /** Coins that one staff member may add per day (Asia/Kolkata) without a second person. */
    coinsWithoutApproval: integer('coins_without_approval').notNull().default(1_000),
    /** Sign-in codes a day (Asia/Kolkata) to numbers without an account. Customers get codes even beyond the limit. */
    newNumberCodesPerDay: integer('new_number_codes_per_day').notNull().default(1_000),
    /** Alarm threshold for all sign-in codes of a day (Asia/Kolkata). No code is blocked by it. */
    codesPerDayAlarm: integer('codes_per_day_alarm').notNull().default(5_000),
    /**
     * Claims of a customer are marked from this share of claims in deliveries on (basis points, both of the last 90
     * days).
     */
    claimsShare: integer('claims_share').notNull().default(2_000),
    /**
     * Whether a rider needs the customer's door code to deliver. A change applies to bags that go on the road later.
     */
    doorCodeRequired: boolean('door_code_required').notNull().default(false),
    /** Whether bills are rounded to the nearest rupee. */
    roundOff: boolean('round_off').notNull().default(false),
    /** The UPI id to which customers pay at the door; '' if the store takes no UPI there. */
    upiId: text('upi_id').notNull().default(''),
    /** A rider whose unverified UPI payments reach this sum gets no bag with a bill; in paise. */
    upiPerRider: paise('upi_per_rider').notNull().default(2_500_000),
    /** Whether cash is rounded to the rupee, half up. A change applies to orders placed later. */
    roundCash: boolean('round_cash').notNull().default(false),
    /** The columns of the last bank statement that was imported. */
    statementColumns: jsonb('statement_columns').$type<StatementColumns>(),
    version: version(),
  },
  (t) => [
    check('one_company', sql`${t.id} = 1`),
    check('company_fssai', sql`${t.fssai} ~ '^([0-9]{14})?$'`),
    check('late_times_in_order', sql`${t.gettingLateMinutes} BETWEEN 1 AND ${t.lateMinutes}`),
  ],
)
