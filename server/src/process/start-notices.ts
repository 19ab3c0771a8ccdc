import { formatRupees } from '@kirana/domain/money'
import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import type { Config } from '../config/config.ts'
import { isTestMode } from '../config/providers.ts'
import type { Db } from '../db/types.ts'
import { ridersOverUpiLimit } from '../services/delivery/dispatch.ts'
import {
  type FirstSuperadmin,
  isSuperadminsPassword,
  type SampleAccounts,
  withSamplePassword,
} from '../services/people/superadmin.ts'

/** Printed if no provider sends sign-in codes. */
export const NO_SMS =
  "Customers can't sign in: nothing sends them their codes. Set SMS_PROVIDER (docs/running/providers.md, Sign-in codes)."

/** Printed if no account at a payment provider is set. */
export const NO_PAYMENTS =
  'Customers can pay by cash or wallet only: no account for online payment is set. Set RAZORPAY_KEY_ID (docs/running/providers.md, Online payment).'

/** Printed if the account at the payment provider is in test mode. */
export const TEST_PAYMENTS =
  'Online payments are in test mode and move no money: anyone can pay an order with a published test card. Set a RAZORPAY_KEY_ID that begins with rzp_live_, and its secret (docs/running/providers.md, Online payment).'

/** Notices about accounts that still have the sample password and can't sign in outside sample mode. */
export function samplePasswordNotices({ superadmins, staff }: SampleAccounts): string[] {
  return [
    ...superadmins.map(
      (name) =>
        `Superadmin ${name} still has the published sample password and can't sign in. Set a new one: npm run superadmin:reset (stop the server first if it uses the embedded database).`,
    ),
    ...(staff.length > 0
      ? [
          `Staff who still have the published sample password and can't sign in: ${staff.join(', ')}. The superadmin sets a new one for each on the Staff screen (/superadmin/staff).`,
        ]
      : []),
  ]
}

/** A notice about riders with too much in unverified UPI payments, such as those of the time before the limit. */
async function upiNotices(db: Db): Promise<string[]> {
  const over = await ridersOverUpiLimit(db)
  const [first] = over
  if (!first) return []
  const riders = over.map(({ name, unverified }) => `${name} (${formatRupees(unverified)})`).join(', ')
  return [
    `These riders get no bags with a bill, because their unverified UPI payments have reached the limit of ${formatRupees(first.limit)}: ${riders}. Import the bank statement or verify the payments on the Cash screen (/admin/cash), or raise the limit in the company settings (/superadmin/company/settings).`,
  ]
}

/**
 * Notices for the operator after the start: the sample accounts (in sample mode), accounts that can't sign in (outside
 * it), settings without effect, and riders who get no bills. Hashes one password per account, so it runs after the start.
 */
export async function startNotices(
  db: Db,
  config: Pick<Config, 'sampleMode' | 'superadmin' | 'sms' | 'razorpay'>,
  { username, isNew }: FirstSuperadmin,
): Promise<string[]> {
  const { sampleMode, superadmin, sms, razorpay } = config
  const sample = await withSamplePassword(db)
  const { password } = superadmin
  const isConfigured = password !== null && (isNew || (await isSuperadminsPassword(db, username, password)))
  const notices: string[] = []
  const owner = `  Superadmin  /superadmin/signin  ${username} / `
  if (sampleMode) {
    for (const name of sample.staff)
      notices.push(`  Staff       /admin/signin       ${name} / ${SAMPLE_PASSWORD}`)
    if (sample.superadmins.includes(username)) notices.push(`${owner}${SAMPLE_PASSWORD}`)
    else if (isConfigured) notices.push(`${owner}as in SUPERADMIN_PASSWORD`)
  }
  if (superadmin.username !== null && superadmin.username !== username)
    notices.push(
      `SUPERADMIN_USERNAME has no effect: the superadmin already exists and is called ${username}.`,
    )
  if (password !== null && !isConfigured)
    notices.push(
      `SUPERADMIN_PASSWORD has no effect: superadmin ${username} already exists, with another password. To set this one: npm run superadmin:reset.`,
    )
  if (!sampleMode && sms === null) notices.push(NO_SMS)
  if (!sampleMode && razorpay === null) notices.push(NO_PAYMENTS)
  if (!sampleMode && isTestMode(config)) notices.push(TEST_PAYMENTS)
  return sampleMode ? notices : [...notices, ...samplePasswordNotices(sample), ...(await upiNotices(db))]
}
