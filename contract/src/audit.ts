import { readDay } from '@kirana/domain/day'
import * as z from 'zod/mini'
import { bytes, read } from './route.ts'
import { id, idFilter, moment, numberInPath, spelled } from './shapes.ts'

/** One field that was changed; null where it was not there before, or is not any more. */
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
  /** The call in words: 'Changes an extra charge'. */
  what: z.string(),
  changes: z.array(FieldChange),
}

/** Who did what, and when. `personId` is '' where nobody was signed in; amounts are as they are kept, in paise. */
export const AuditRow = spelled(
  { ...row, personId: z.string(), object: z.string(), requestId: z.string() },
  names,
)
export type AuditRow = z.input<typeof AuditRow>

/** A part of the log that staff see where they work on the object itself. */
export const HistoryRow = spelled(row, names)
export type HistoryRow = z.input<typeof HistoryRow>

const day = z._default(
  z
    .string({ error: 'Date is not valid' })
    .check(z.refine((text) => readDay(text) === text, { error: 'Date is not valid' })),
  '',
)

/** As far as the log is paged and exported; what is older is found by its day. */
const MOST_PAGES = 200
const PAGES = `Page must be from 1 to ${MOST_PAGES}: narrow the days to see what is older`

/** Days are days of Kolkata, both included. */
const filters = { person: idFilter, call: idFilter, object: idFilter, from: day, to: day }

export const audit = {
  list: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/list/:page',
    summary: 'Who did what, newest first, 50 a page, 200 pages at most; whether there are older ones is said',
    params: z.object({ page: numberInPath(1, MOST_PAGES, PAGES) }),
    query: z.object(filters),
    data: z.object({ rows: z.array(AuditRow), hasOlder: z.boolean() }),
  }),
  choices: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/choices',
    summary: 'The people of the back office and the calls that change something, to choose from',
    data: z.object({
      people: z.array(spelled({ _id: id, name: z.string(), role: z.string() }, names)),
      calls: z.array(z.object({ call: z.string(), what: z.string() })),
    }),
  }),
  export: read({
    access: 'superadmin',
    method: 'GET',
    path: '/audit/export',
    summary: 'The same as a CSV file, its newest 10,000 rows at most',
    query: z.object(filters),
    answers: 'bytes',
    data: bytes,
  }),
  of: read({
    access: 'staff',
    method: 'GET',
    path: '/audit/of/:objectId',
    summary: 'The newest 50 changes of one object, without those that are for the superadmin alone',
    params: z.object({ objectId: id }),
    data: z.array(HistoryRow),
  }),
}
