import { api, callsOf } from '@kirana/contract'
import { audit as calls } from '@kirana/contract/audit'
import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { fieldChanges } from '@kirana/domain/changes'
import { fulfils, type Permission, readingOf } from '@kirana/domain/permissions'
import { maskPhone, normalisePhone } from '@kirana/domain/phone'
import { sendCsv } from '../http/download.ts'
import { rolesOf, serve } from '../http/serve.ts'
import { auditOfObject, findAudit, type AuditRow, officePeople } from '../services/journal/audit-rows.ts'
import { longCsvOf } from '../services/catalogue/csv.ts'

const PAGE = 50
const MAX_EXPORTED = 10_000

/** Exports of personal data, which write an audit row although they only read. */
const exports = ['users.export', 'orders.export']
/** The calls that write an audit row: all changes and those exports. */
const writes = callsOf(api).filter(({ name, route }) => route.writes || exports.includes(name))
/** Call descriptions. The part of a summary after a semicolon is for API users only. */
const descriptions = new Map([
  ...writes.map(({ name, route }) => [name, route.summary.replace(/;.*/, '')] as const),
  ['superadmin.reset', 'Resets the password of the superadmin with a command on the server'] as const,
])

/** Calls whose audit rows staff may read: none for the superadmin only, and no sign-ins of staff or superadmin. */
const callsForStaff = writes
  .filter(({ group }) => group !== 'superadmin' && group !== 'staff')
  .filter(({ route }) => rolesOf(route.access).some((role) => role !== 'superadmin'))

/** Of those, the ones about what this person may read: 'withdrawals.approve' needs 'withdrawals.read'. */
const callsFor = (granted: readonly Permission[]) =>
  callsForStaff
    .filter(({ route: { can } }) => !can || fulfils(granted, readingOf(can)))
    .map(({ name }) => name)

const choices = [...descriptions]
  .map(([call, what]) => ({ call, what }))
  .toSorted((a, b) => a.what.localeCompare(b.what, 'en'))

/** Adds description and field changes. A call that no longer exists is shown by its name. */
const toAuditRows = (rows: readonly AuditRow[]) =>
  rows.map(({ before, after, personId, ...row }) => ({
    ...row,
    personId: personId ?? '',
    what: descriptions.get(row.call) ?? row.call,
    changes: fieldChanges(before, after),
  }))

const head = [
  'Date (India)',
  'Person',
  'Role',
  'What',
  'Call',
  'Object',
  'Before (amounts in paise)',
  'After (amounts in paise)',
  'Request',
]

const side = (changes: ReturnType<typeof fieldChanges>, which: 'before' | 'after') =>
  changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.field}: ${change[which]}`)
    .join('\n')

/** CSV rows. The file may be passed on, so customers appear as ids and phone numbers are masked. */
const toCsvRows = (rows: readonly AuditRow[]) =>
  toAuditRows(rows).map(({ at, person, personId, role, what, call, object, changes, requestId }) => [
    isoInKolkata(at),
    role === 'customer' ? personId : person,
    role,
    what,
    call,
    normalisePhone(object) === null ? object : maskPhone(object),
    side(changes, 'before'),
    side(changes, 'after'),
    requestId,
  ])

export const audit = serve(calls, {
  list: async ({ db, params, query }) => {
    const rows = await findAudit(db, query, { limit: PAGE + 1, offset: (params.page - 1) * PAGE })
    return { rows: toAuditRows(rows.slice(0, PAGE)), hasOlder: rows.length > PAGE }
  },
  choices: async ({ db }) => ({ people: await officePeople(db), calls: choices }),
  export: async ({ db, query, now, reply }) => {
    const rows = await findAudit(db, query, { limit: MAX_EXPORTED, offset: 0 })
    const csv = await longCsvOf(head, rows, toCsvRows)
    return sendCsv(reply, `who-did-what-${dayInKolkata(now)}.csv`, csv)
  },
  of: async ({ db, params, who }) =>
    toAuditRows(await auditOfObject(db, params.objectId, callsFor(who.permissions), PAGE)),
})
