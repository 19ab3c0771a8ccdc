import { formatDateTime } from '@kirana/domain/calendar'
import { counted } from '@kirana/domain/count'
import { challanNumber, creditNoteNumber, invoiceNumber } from '@kirana/domain/invoice'
import { formatRupees } from '@kirana/domain/money'
import { formatPhone } from '@kirana/domain/phone'
import { WrongConfiguration } from '../config/config.ts'
import { reasonOf } from '../db/errors.ts'
import type { Database } from '../db/types.ts'
import type { FileStore } from '../services/files/store.ts'
import { type AfterRestore, afterRestore, SKIPPED_NUMBERS } from '../services/operations/after-restore.ts'
import { erasedLater } from '../services/operations/erasures.ts'
import { missingFiles } from '../services/operations/missing-files.ts'
import { compareDay } from '../services/payments/compare.ts'
import { type PaymentProvider, ProviderError } from '../services/payments/provider.ts'
import { openRazorpay } from '../services/payments/razorpay.ts'
import { recordedAt } from '../services/payments/recorded.ts'
import { command, ofThisVersion, openStore, say } from './command.ts'

const numbers = { invoice: invoiceNumber, creditNote: creditNoteNumber, challan: challanNumber }

function sayWhatWasDone({ ended, next, series: { ended: before, started } }: AfterRestore) {
  const { sessions, devices, codes, pushes } = ended
  say('All screens load their lists again within seconds.')
  say(
    `Everybody signs in again: ${counted(sessions, 'session')}, ${counted(devices, 'known device')} and ${counted(codes, 'sign-in code')} were ended. ${counted(pushes, 'unfinished push message')} will not be sent.`,
  )
  say(
    `${SKIPPED_NUMBERS} numbers are left out, as some were given out since: the next order is number ${next.orders}, the next customer ${next.customers}, the next message ${next.messages}, the next claim ${next.claims}.`,
  )
  const first = before.map(({ kind }) => numbers[kind](started, 1)).join(', ')
  say(`Credit notes, invoices and delivery challans begin new series: ${first}.`)
  for (const { kind, series, last } of before)
    if (last > 0)
      say(
        `  The series before ends in the books with ${numbers[kind](series, last)}. Numbers above it may be with customers: tell your accountant.`,
      )
}

function sayWithdrawals(withdrawals: AfterRestore['withdrawals'], since: string) {
  say(
    withdrawals.length === 0
      ? 'No withdrawal is open.'
      : `${counted(withdrawals.length, 'withdrawal is', 'withdrawals are')} open. Look each up in the bank’s statement ${since} before you pay it; what was paid already is only entered again, under Withdrawal Requests:`,
  )
  for (const { name, phone, amount, account, askedAt } of withdrawals)
    say(
      `  ${formatRupees(amount)} to ${account}, asked for by ${name || 'a customer'} (${formatPhone(phone)}) on ${formatDateTime(new Date(askedAt))}`,
    )
}

/** Compares payments with the provider and prints what this recorded. If it fails, the running servers repeat it. */
async function sayPayments(database: Database, provider: PaymentProvider, now: Date) {
  say(`Comparing payments and refunds with ${provider.name} …`)
  try {
    await compareDay(database, provider, {
      now,
      failed: (error) => say(`  ${reasonOf(error)}`),
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    say(`  ${error.message}`)
  }
  const { isDone, paid, unmatched, refunds, faults } = await recordedAt(database.db, provider.name, now)
  for (const { order, amount } of paid) say(`  Order ${order} is paid: ${formatRupees(amount)}`)
  for (const { paymentId, amount, currency } of unmatched)
    say(
      `  Payment ${paymentId} of ${currency === 'INR' ? formatRupees(amount) : `${amount / 100} ${currency}`} pays no order that is here: decide about it under Payments`,
    )
  for (const { order, paymentId, amount } of refunds)
    say(
      `  ${formatRupees(amount)} of ${order === null ? `payment ${paymentId}` : `order ${order}`} went back`,
    )
  if (faults > 0) say(`  ${counted(faults, 'report')} could not be recorded: see Payments`)
  say(
    isDone
      ? 'Payments and refunds are compared.'
      : 'The comparison is not complete: a running server repeats it within ten minutes; see Payments.',
  )
}

async function sayErased(database: Database, files: FileStore) {
  const customers = await erasedLater(database.db, files)
  if (customers.length === 0) return say('No customer was erased after this moment.')
  say(
    `${counted(customers.length, 'customer was', 'customers were')} erased after this moment and must be erased again, with their files (Users, Personal Data):`,
  )
  for (const { name, phone } of customers) say(`  ${name || 'A customer'} (${formatPhone(phone)})`)
}

async function sayMissingFiles(database: Database, files: FileStore) {
  const { customers, others } = await missingFiles(database.db, files)
  if (customers.length > 0)
    say(
      'Files of these customers are missing: they were removed after this moment, and RECOVERY_DAYS did not keep them. Erase again who asked for it (Users, Personal Data); rows past their retention period are deleted by the server:',
    )
  for (const { name, phone, files: count } of customers)
    say(`  ${name || 'A customer'} (${formatPhone(phone)}): ${counted(count, 'file')}`)
  if (others > 0)
    say(`${counted(others, 'other file is', 'other files are')} missing: npm run data:verify names each.`)
  if (customers.length + others === 0) say('No file is missing.')
}

/**
 * `npm run data:after-restore`: prepares the configured store for use after its database was restored to an earlier
 * moment, and prints what people must compare. With a PostgreSQL server it may run while Kirana runs.
 */
await command(async ({ config, args }) => {
  if (args.length > 0) throw new WrongConfiguration('Usage: npm run data:after-restore')
  const { database, files } = await openStore(config)
  try {
    const now = new Date()
    const provider = config.razorpay && openRazorpay(config.razorpay)
    const done = await ofThisVersion(() => afterRestore(database, { provider: provider?.name ?? null, now }))
    const since = done.restoredAt === null ? 'so far' : `since ${formatDateTime(done.restoredAt)}`
    if (done.restoredAt) say(`The database has what was written until ${formatDateTime(done.restoredAt)}.`)
    sayWhatWasDone(done)
    sayWithdrawals(done.withdrawals, since)
    if (provider) await sayPayments(database, provider, now)
    await sayErased(database, files)
    await sayMissingFiles(database, files)
    say('The store can be used. Check it with npm run data:verify.')
  } finally {
    await database.close()
  }
})
