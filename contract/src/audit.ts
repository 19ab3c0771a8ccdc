import * as z from 'zod/mini'
import { bytes, read } from './route.ts'
import { dayFilter, id, idFilter, moment, numberInPath, renamed } from './shapes.ts'

/** One changed field; `before` is null when the field was added, `after` is null when it was removed. */
export const FieldChange = z.object({
  field: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

const names = { _id: 'id' } as const
const row = {
  _id: id,
  at: moment,
  person: z.string(),
  role: z.string(),
  call: z.string(),
  /** The summary of the call: 'Changes an extra charge'. */
  what: z.string(),
  changes: z.array(FieldChange),
}

/** One entry of the audit log. `personId` is '' for anonymous calls; amounts are in paise, as stored. */
export const AuditRow = renamed(
  { ...row, personId: z.string(), object: z.string(), requestId: z.string() },
  names,
)
export type AuditRow = z.input<typeof AuditRow>

/** An audit entry as staff see it in the history of one object. */
export const HistoryRow = renamed(row, names)
export type HistoryRow = z.input<typeof HistoryRow>

/** The last page of the log. Older entries are reached by filtering on their days. */
const MAX_PAGES = 200
const PAGES = `Page must be from 1 to ${MAX_PAGES}. Narrow the dates to see older entries`

/** `from` and `to` are days in Asia/Kolkata, both inclusive. */
const filters = { person: idFilter, call: idFilter, object: idFilter, from: dayFilter, to: dayFilter }

export const audit = {
  list: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/list/:page',
    summary:
      'The audit log, newest first, 50 a page, up to 200 pages; `hasOlder` is true when more pages follow',
    params: z.object({ page: numberInPath(1, MAX_PAGES, PAGES) }),
    query: z.object(filters),
    data: z.object({ rows: z.array(AuditRow), hasOlder: z.boolean() }),
  }),
  choices: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/choices',
    summary: 'The filter options of the audit log: the staff and the calls that change data',
    data: z.object({
      people: z.array(renamed({ _id: id, name: z.string(), role: z.string() }, names)),
      calls: z.array(z.object({ call: z.string(), what: z.string() })),
    }),
  }),
  export: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/export',
    summary: 'The audit log as a CSV file with customers as ids, up to the newest 10,000 rows',
    query: z.object(filters),
    answers: 'bytes',
    data: bytes,
  }),
  of: read({
    access: 'staff',
    can: 'everybody',
    method: 'GET',
    path: '/audit/of/:objectId',
    summary: 'The newest 50 changes of one object, without those only the superadmin may see',
    params: z.object({ objectId: id }),
    data: z.array(HistoryRow),
  }),
}
