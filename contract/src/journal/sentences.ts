import type { AuditKind } from '@kirana/domain/audit-kinds'
import { formatPhone } from '@kirana/domain/phone'
import type { WriteName } from '../index.ts'
import { approvalSentences } from './approvals.ts'
import { catalogueSentences, productSentences } from './catalogue.ts'
import { paymentSentences } from './payments.ts'
import { said, type Entry, type Said, type Sentence } from './sentence.ts'
import { stockSentences } from './stock.ts'
import { appSentences, customerSentences, officeSentences, orderSentences } from './store.ts'
import type { Names } from './values.ts'

/** What is in the log without being a call that writes. */
type Unwritten =
  | 'approvals.ask'
  | 'users.export'
  | 'orders.export'
  | 'superadmin.reset'
  | 'payments.unmatched'
  | 'payments.refunded'

/** A sentence for every call that changes data: a new call without one does not compile. */
export const sentences: Record<WriteName | Unwritten, Sentence> = {
  ...productSentences,
  ...stockSentences,
  ...catalogueSentences,
  ...orderSentences,
  ...paymentSentences,
  ...customerSentences,
  ...approvalSentences,
  ...officeSentences,
  ...appSentences,
}

const all: Record<string, Sentence | undefined> = sentences

/** The calls in the words of the filter: 'Changed a coupon'. A call that no longer exists is shown by its name. */
export const labelOf = (call: string) => all[call]?.label ?? call

/** What an entry says after the person's name; null when it changed nothing. */
export function sentenceOf(entry: Entry, names: Names): Said | null {
  const sentence = all[entry.call]
  return sentence ? sentence.say(entry, names) : said([`did ${entry.call}`])
}

/** An object, or a stored `file`, whose name the sentences ask for. */
export type Wanted = { kind: AuditKind | 'file'; id: string }

/** The names that these entries need, found by asking the sentences themselves. */
export function wantedNames(entries: readonly Entry[]): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const entry of entries)
    sentenceOf(entry, (kind, id) => {
      if (id !== '') wanted.set(`${kind} ${id}`, { kind, id })
      return null
    })
  return [...wanted.values()]
}

/** Who did it. A customer without a name is known by the phone. */
export function personOf({ person, role, call }: { person: string; role: string; call: string }): string {
  if (call === 'payments.unmatched' || call === 'payments.refunded') return 'The payment provider'
  return role === 'public' ? 'Someone not signed in' : formatPhone(person)
}
