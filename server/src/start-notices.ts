import { SAMPLE_PASSWORD } from '@kirana/domain/password'
import type { Config } from './config.ts'
import type { Db } from './db/types.ts'
import {
  type FirstSuperadmin,
  isSuperadminsPassword,
  type SampleAccounts,
  withSamplePassword,
} from './services/people/superadmin.ts'

/** Said where customers cannot sign in for want of a provider. */
export const NO_SMS =
  "Customers can't sign in: nothing sends them their codes. Set SMS_PROVIDER (docs/running.md, Sign-in codes)."

/** One notice for accounts that still have the sample password, which can't sign in outside sample mode, with the remedy. */
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

/**
 * What the operator reads once the store is ready: who can sign in how in sample mode, who can't outside it, and which
 * settings have no effect. Hashes a password per account, so it runs after the start instead of delaying it.
 */
export async function startNotices(
  db: Db,
  { sampleMode, superadmin, sms }: Pick<Config, 'sampleMode' | 'superadmin' | 'sms'>,
  { username, isNew }: FirstSuperadmin,
): Promise<string[]> {
  const sample = await withSamplePassword(db)
  const { password } = superadmin
  const isConfigured = password !== null && (isNew || (await isSuperadminsPassword(db, username, password)))
  const told: string[] = []
  const owner = `  Superadmin  /superadmin/signin  ${username} / `
  if (sampleMode) {
    for (const name of sample.staff)
      told.push(`  Staff       /admin/signin       ${name} / ${SAMPLE_PASSWORD}`)
    if (sample.superadmins.includes(username)) told.push(`${owner}${SAMPLE_PASSWORD}`)
    else if (isConfigured) told.push(`${owner}as in SUPERADMIN_PASSWORD`)
  }
  if (superadmin.username !== null && superadmin.username !== username)
    told.push(`SUPERADMIN_USERNAME has no effect: the superadmin exists already and is called ${username}.`)
  if (password !== null && !isConfigured)
    told.push(
      `SUPERADMIN_PASSWORD has no effect: superadmin ${username} exists already, with another password. To set this one: npm run superadmin:reset.`,
    )
  if (!sampleMode && sms === null) told.push(NO_SMS)
  return sampleMode ? told : [...told, ...samplePasswordNotices(sample)]
}
