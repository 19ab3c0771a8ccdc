import { auditKinds } from '@kirana/domain/audit-kinds'
import * as z from 'zod/mini'
import { text } from './wire/bounded.ts'
import { download, forStaffAnd, forSuperadmin, get } from './wire/route.ts'
import { dayFilter, idFilter, numberInPath } from './wire/lists.ts'
import { flag, id, moment, renamed } from './wire/shapes.ts'

const names = { _id: 'id' } as const

/** A piece of a sentence. `to` is the object that it names. */
const Part = z.object({
  text: z.string(),
  to: z.optional(z.object({ kind: z.enum(auditKinds), id: z.string(), isDeleted: z.boolean() })),
})
/** One changed field in the words of the screens; `before` is null when it was added, '' when it was not set. */
const Change = z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() })
/** A picture that was added or removed. `exists` is false once its file is deleted. */
const Picture = z.object({ file: z.string(), isRemoved: z.boolean(), exists: z.boolean() })

const row = {
  _id: id,
  at: moment,
  /** Who did it, for display: 'Asha Patil', 'Someone not signed in'. */
  person: z.string(),
  role: z.string(),
  call: z.string(),
  /** The action, which follows the person in the sentence: 'changed the coupon DIWALI'. */
  parts: z.array(Part),
  changes: z.array(Change),
  pictures: z.array(Picture),
}

/** One entry of the audit log. `personId` is '' for anonymous calls. */
export const AuditRow = renamed({ ...row, personId: z.string(), object: z.string() }, names)
export type AuditRow = z.input<typeof AuditRow>

/** An audit entry as it is shown in the history of one object. */
export const HistoryRow = renamed(row, names)
export type HistoryRow = z.input<typeof HistoryRow>

/** The last page of the log. Older entries are reached by filtering on their days. */
const MAX_PAGES = 200
const PAGES = `Page must be from 1 to ${MAX_PAGES}. Narrow the dates to see older entries`

/** Whether entries of customers and anonymous visitors are listed, too. */
const customers = z._default(flag, false)

const SEARCH = 'Enter 3 characters or more to search'
const search = z._default(
  text(100, SEARCH, 'Search is at most 100 characters').check(
    z.refine((search) => search === '' || search.length >= 3, SEARCH),
  ),
  '',
)

/**
 * `search` is a part of an order id, a phone or a name. `from` and `to` are days in Asia/Kolkata, both inclusive.
 * Without `customers`, actions of customers are listed only if the filter names a person or a call.
 */
const filters = {
  person: idFilter,
  call: idFilter,
  object: idFilter,
  from: dayFilter,
  to: dayFilter,
  customers,
  search,
}

export const audit = {
  list: get(
    forSuperadmin,
    '/audit/list/:page',
    'The audit log, newest first, up to 50 entries a page and 200 pages, without saves that changed nothing; ' +
      '`hasOlder` is true when more pages follow',
    {
      params: z.object({ page: numberInPath(1, MAX_PAGES, PAGES) }),
      query: z.object(filters),
      data: z.object({ rows: z.array(AuditRow), hasOlder: z.boolean() }),
      replica: true,
    },
  ),
  choices: get(
    forSuperadmin,
    '/audit/choices',
    'The filter options of the audit log: the staff and the calls that change data',
    {
      data: z.object({
        people: z.array(renamed({ _id: id, name: z.string(), role: z.string() }, names)),
        calls: z.array(z.object({ call: z.string(), what: z.string() })),
      }),
    },
  ),
  export: download(
    forSuperadmin,
    '/audit/export',
    'The audit log as a CSV file with customers as ids, up to the newest 10,000 rows',
    { query: z.object(filters), replica: true },
  ),
  of: get(
    forStaffAnd('superadmin', 'everybody'),
    '/audit/of/:objectId',
    'The newest 50 changes of one object, with `customers` also by customers; staff do not get those that only the ' +
      'superadmin may see',
    { params: z.object({ objectId: id }), query: z.object({ customers }), data: z.array(HistoryRow) },
  ),
}
