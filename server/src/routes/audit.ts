import { api, callsOf } from '@kirana/contract'
import type { Route } from '@kirana/contract/wire/route'
import { audit as calls } from '@kirana/contract/audit'
import type { Names } from '@kirana/domain/audit-kinds'
import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { fieldChanges } from '@kirana/domain/changes'
import { fulfils, type Need, type Permission, readingOf } from '@kirana/domain/permissions'
import { maskPhone, normalisePhone } from '@kirana/domain/phone'
import { labelOf, loggedCalls, personOf, sentenceOf, wantedNames } from '../audit/sentences.ts'
import { sendCsv } from '../http/download.ts'
import { rolesOf, serve } from '../http/serve.ts'
import type { Db } from '../db/types.ts'
import { auditOfObject, findAudit, type AuditRow, officePeople } from '../services/journal/audit-rows.ts'
import { findNames } from '../services/journal/names.ts'
import { longCsvOf } from '../csv/write.ts'

const PAGE = 50
const MAX_EXPORTED = 10_000

const routes = new Map<string, Route>(callsOf(api).map(({ name, route }) => [name, route]))

/**
 * Calls whose entries staff may read. Excluded are calls of the superadmin alone, and sign-ins of staff and the
 * superadmin.
 */
const callsForStaff = loggedCalls.filter((call) => {
  const access = routes.get(call)?.access ?? 'public'
  return (
    !/^(superadmin|staff)(Security)?\./.test(call) && rolesOf(access).some((role) => role !== 'superadmin')
  )
})

/**
 * The permission to read entries of calls that staff cannot make: those of customers, visitors and the payment
 * provider.
 */
const needsOfOthers: Record<string, Need> = {
  approvals: 'approvals',
  payments: 'orders.read',
  rider: 'orders.read',
  storeSession: 'customers.read',
  storeMe: 'customers.read',
  storeProducts: 'customers.read',
  storeOrders: 'orders.read',
  storeManualOrders: 'orders.read',
  storeClaims: 'claims',
  storeWallet: 'withdrawals.read',
  storeContact: 'messages',
}

/**
 * The calls whose entries this person may read: for 'withdrawals.approve', the permission 'withdrawals.read' is needed.
 */
const callsFor = (granted: readonly Permission[]) =>
  callsForStaff.filter((call) => {
    const need = routes.get(call)?.can ?? needsOfOthers[call.split('.')[0] ?? '']
    return need !== undefined && fulfils(granted, readingOf(need))
  })
const isOfStore = (call: string) => call.startsWith('store')

const choices = loggedCalls
  .map((call) => ({ call, what: labelOf(call) }))
  .toSorted((a, b) => a.what.localeCompare(b.what, 'en'))

/** Entries as sentences, without those that changed nothing. Looks the names up in one statement. */
async function inWords(db: Db, rows: readonly AuditRow[]) {
  const found = await findNames(db, wantedNames(rows))
  const names: Names = (kind, id) => found.get(`${kind} ${id}`) ?? null
  return rows.flatMap(({ before, after, personId, ...row }) => {
    const sentence = sentenceOf({ ...row, before, after }, names)
    return sentence ? [{ ...row, ...sentence, person: personOf(row), personId: personId ?? '' }] : []
  })
}

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
  rows.map(({ at, person, personId, role, call, object, before, after, requestId }) => {
    const changes = fieldChanges(before, after)
    return [
      isoInKolkata(at),
      role === 'customer' ? (personId ?? '') : person,
      role,
      labelOf(call),
      call,
      normalisePhone(object) === null ? object : maskPhone(object),
      side(changes, 'before'),
      side(changes, 'after'),
      requestId,
    ]
  })

export const audit = serve(calls, {
  list: async ({ db, params, query }) => {
    const rows = await findAudit(db, query, { limit: PAGE + 1, offset: (params.page - 1) * PAGE })
    return { rows: await inWords(db, rows.slice(0, PAGE)), hasOlder: rows.length > PAGE }
  },
  choices: async ({ db }) => ({ people: await officePeople(db), calls: choices }),
  export: async ({ db, query, now, reply }) => {
    const rows = await findAudit(db, query, { limit: MAX_EXPORTED, offset: 0 })
    const csv = await longCsvOf(head, rows, toCsvRows)
    return sendCsv(reply, `who-did-what-${dayInKolkata(now)}.csv`, csv)
  },
  of: async ({ db, params, query, who }) => {
    const allowed = who.role === 'superadmin' ? loggedCalls : callsFor(who.permissions)
    const shown = query.customers ? allowed : allowed.filter((call) => !isOfStore(call))
    return inWords(db, await auditOfObject(db, params.objectId, shown, PAGE))
  },
})
