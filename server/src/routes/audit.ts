import { api, callsOf } from '@kirana/contract'
import { audit as calls } from '@kirana/contract/audit'
import { dayInKolkata, isoInKolkata } from '@kirana/domain/calendar'
import { fieldChanges } from '@kirana/domain/changes'
import { sendCsv } from '../http/download.ts'
import { rolesOf, serve } from '../http/serve.ts'
import { auditOf, findAudit, type KeptRow, officePeople } from '../services/audit-rows.ts'
import { longCsvOf } from '../services/csv.ts'

const PAGE = 50
const MOST_EXPORTED = 10_000

/** Every call that leaves a row. */
const changing = callsOf(api).filter(({ route }) => route.writes)
/** What follows a semicolon in a summary is for programmers. */
const sentences = new Map([
  ...changing.map(({ name, route }) => [name, route.summary.replace(/;.*/, '')] as const),
  ['superadmin.reset', 'Gives the superadmin a new password, by a command on the server'] as const,
])

/** What staff may read of: every call but those for the superadmin alone, and when somebody signed in to the office. */
const forStaff = changing
  .filter(({ group }) => group !== 'superadmin' && group !== 'staff')
  .filter(({ route }) => rolesOf(route.access).some((role) => role !== 'superadmin'))
  .map(({ name }) => name)

const choices = [...sentences]
  .map(([call, what]) => ({ call, what }))
  .toSorted((a, b) => a.what.localeCompare(b.what, 'en'))

/** A row in words; a call that is no more goes by its name. */
const told = (rows: readonly KeptRow[]) =>
  rows.map(({ before, after, personId, ...row }) => ({
    ...row,
    personId: personId ?? '',
    what: sentences.get(row.call) ?? row.call,
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

const exported = (rows: readonly KeptRow[]) =>
  told(rows).map(({ at, person, role, what, call, object, changes, requestId }) => [
    isoInKolkata(at),
    person,
    role,
    what,
    call,
    object,
    side(changes, 'before'),
    side(changes, 'after'),
    requestId,
  ])

export const audit = serve(calls, {
  list: async ({ db, params, query }) => {
    const found = await findAudit(db, query, { limit: PAGE + 1, offset: (params.page - 1) * PAGE })
    return { rows: told(found.slice(0, PAGE)), hasOlder: found.length > PAGE }
  },
  choices: async ({ db }) => ({ people: await officePeople(db), calls: choices }),
  export: async ({ db, query, now, reply }) => {
    const found = await findAudit(db, query, { limit: MOST_EXPORTED, offset: 0 })
    const csv = await longCsvOf(head, found, exported)
    return sendCsv(reply, `who-did-what-${dayInKolkata(now)}.csv`, csv)
  },
  of: async ({ db, params }) => told(await auditOf(db, params.objectId, forStaff, PAGE)),
})
