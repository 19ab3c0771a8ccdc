import type { WriteName } from '@kirana/contract'
import type { AuditKind, Names, Wanted } from '@kirana/domain/audit-kinds'
import { formatPhone } from '@kirana/domain/phone'
import { catalogue } from './catalogue.ts'
import { delivery } from './delivery.ts'
import { office } from './office.ts'
import { orders } from './orders.ts'
import { app, customers } from './people.ts'
import { nounAndLink, type Sentence, sentence, type Template } from './sentence.ts'
import { stock } from './stock.ts'
import { list, stored } from './values.ts'

/** Names in the log other than those of calls that change data. */
type Unwritten =
  | 'approvals.ask'
  | 'users.export'
  | 'orders.export'
  | 'gst.register'
  | 'gst.gstr1'
  | 'gst.workbook'
  | 'gst.tally'
  | 'superadmin.reset'
  | 'superadmin.afterRestore'
  | 'payments.unmatched'
  | 'payments.refunded'
type Logged = WriteName | Unwritten
type GroupOf<Call> = Call extends `${infer Group}.${string}` ? Group : never
type VerbOf<Call, Group extends string> = Call extends `${Group}.${infer Verb}` ? Verb : never

/** A template for every call that changes data: a new call without one does not compile. */
const groups: { [Group in GroupOf<Logged>]: Record<VerbOf<Logged, Group>, Template> } = {
  ...catalogue,
  ...stock,
  ...orders,
  ...delivery,
  ...customers,
  ...office,
  ...app,
}

const templates = new Map<string, Template>(
  Object.entries<Record<string, Template>>(groups).flatMap(([group, verbs]) =>
    Object.entries(verbs).map(([verb, template]) => [`${group}.${verb}`, template] as const),
  ),
)

/** The names of the calls in the log. */
export const loggedCalls = [...templates.keys()]

/** The label of a call in the filter: 'Changed a coupon'. A call that no longer exists is shown by its name. */
export const labelOf = (call: string) => templates.get(call)?.label ?? call

/** An entry of the log as it is stored. */
export type StoredEntry = { call: string; object: string; before: unknown; after: unknown }

/** Objects whose name needs no look-up. */
const fixedNames: Partial<Record<Wanted['kind'], (id: string) => string>> = {
  company: () => 'the company settings',
  opening: () => 'the opening hours',
  contactMessage: (ticket) => ticket,
}

/** The sentence of an entry, without the person's name; null when nothing changed. */
export function sentenceOf({ call, object, before, after }: StoredEntry, lookUp: Names): Sentence | null {
  const template = templates.get(call)
  if (!template) return sentence([`did ${call}`])
  const names: Names = (kind, id) => {
    const text = fixedNames[kind]?.(id)
    return text === undefined ? lookUp(kind, id) : { text, isDeleted: false }
  }
  return template.write({
    object,
    before: stored(before),
    after: stored(after),
    several: list(before).map(stored),
    names,
    the: (kind: AuditKind, id = object) => nounAndLink(kind, id, names),
  })
}

/** The names that these entries need, collected by generating their sentences once. */
export function wantedNames(entries: readonly StoredEntry[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const entry of entries)
    sentenceOf(entry, (kind, id) => {
      if (id !== '') wanted.set(`${kind} ${id}`, { kind, id })
      return null
    })
  return [...wanted.values()]
}

/** The person of an entry. A customer without a name is shown by phone number. */
export function personOf({ person, role, call }: { person: string; role: string; call: string }): string {
  if (call === 'payments.unmatched' || call === 'payments.refunded') return 'The payment provider'
  if (call === 'superadmin.afterRestore') return 'Whoever runs the server'
  return role === 'public' ? 'Someone not signed in' : formatPhone(person)
}
