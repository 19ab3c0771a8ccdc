import { counted } from '@kirana/domain/count'
import type { AuditKind } from '@kirana/domain/audit-kinds'
import { type Changes, changesOf, type Fields, flagVerb } from './changes.ts'
import { type Names, of } from './values.ts'

/** A piece of a sentence. `to` is the object that it names. */
export type Part = { text: string; to?: { kind: AuditKind; id: string; isDeleted: boolean } }
/** An entry of the log as it is stored. */
export type Entry = { call: string; object: string; before: unknown; after: unknown }
/** What comes after the person's name: 'changed the coupon DIWALI', and what it changed. */
export type Said = { parts: Part[] } & Changes

export type Sentence = {
  /** The action without its object, for the filter: 'Changed a coupon'. */
  label: string
  /** Null when the entry changed nothing. */
  say: (entry: Entry, names: Names) => Said | null
}

/** The words before an object's name, and those for an object whose name is no longer known. */
const nouns: Record<AuditKind, readonly [before: string, unknown: string]> = {
  product: ['the product ', 'a deleted product'],
  video: ['the video ', 'a deleted video'],
  section: ['the section ', 'a deleted section'],
  category: ['the category ', 'a deleted category'],
  subcategory: ['the subcategory ', 'a deleted subcategory'],
  keyword: ['the keyward ', 'a deleted keyward'],
  pincode: ['the pincode ', 'a deleted pincode'],
  coupon: ['the coupon ', 'a deleted coupon'],
  charge: ['the charge ', 'a deleted charge'],
  banner: ['', 'a banner'],
  order: ['order ', 'an order'],
  manualOrder: ['the manual order of ', 'a manual order'],
  payment: ['the payment of ', 'a payment'],
  refund: ['the refund of ', 'a refund'],
  customer: ['', 'a customer'],
  withdrawal: ['the withdrawal of ', 'a withdrawal'],
  contactMessage: ['message ', 'a message'],
  pushMessage: ['', 'a message'],
  staff: ['', 'a staff member'],
  role: ['the role ', 'a deleted role'],
  superadmin: ['', 'the superadmin'],
  release: ['release ', 'a deleted release'],
  company: ['', 'the company settings'],
  opening: ['', 'the opening hours'],
}

/** The object alone, as a link. */
export function link(kind: AuditKind, id: string, names: Names): Part {
  const name = names(kind, id)
  return name
    ? { text: name.text, to: { kind, id, isDeleted: name.isDeleted } }
    : { text: nouns[kind][1], ...(kind === 'company' || kind === 'opening' ? fixed(kind) : {}) }
}

const fixed = (kind: AuditKind) => ({ to: { kind, id: kind, isDeleted: false } })

/** The object with its noun: 'the coupon DIWALI'. */
export function object(kind: AuditKind, id: string, names: Names): (string | Part)[] {
  const part = link(kind, id, names)
  return names(kind, id) && nouns[kind][0] ? [nouns[kind][0], part] : [part]
}

/** Joins neighbouring texts. */
export function said(parts: readonly (string | Part)[], changes: Partial<Changes> = {}): Said {
  const joined: Part[] = []
  for (const given of parts) {
    const part = typeof given === 'string' ? { text: given } : given
    const last = joined.at(-1)
    if (last && !last.to && !part.to) joined[joined.length - 1] = { text: last.text + part.text }
    else joined.push(part)
  }
  return { parts: joined, changes: [], pictures: [], ...changes }
}

/** An action that is told by its verb alone: 'signed in'. */
export const plain = (label: string, verb: string): Sentence => ({ label, say: () => said([verb]) })

/** 'added the coupon DIWALI', with what is set. `title` is the label of the field that is in the name. */
export const adds = (kind: AuditKind, label: string, fields: Fields, title?: string): Sentence => ({
  label,
  say: (entry, names) => {
    const { changes, pictures } = changesOf(fields, null, entry.after, names)
    // The title is shown, too, if the object has been renamed since.
    const name = names(kind, entry.object)?.text
    const told = changes.filter(({ field, after }) => after !== '' && (field !== title || after !== name))
    return said(['added ', ...object(kind, entry.object, names)], { changes: told, pictures })
  },
})

/**
 * 'changed the coupon DIWALI', with old and new values, or 'disabled the coupon DIWALI'. An entry without values says no
 * more than that.
 */
export const edits = (kind: AuditKind, label: string, fields: Fields): Sentence => ({
  label,
  say: (entry, names) => {
    const changed = changesOf(fields, entry.before, entry.after, names)
    const about = object(kind, entry.object, names)
    if (changed.changes.length + changed.pictures.length === 0)
      return Object.keys(of(entry.after)).length > 0 ? null : said(['changed ', ...about])
    const verb = flagVerb(fields, entry.after, changed)
    return verb ? said([`${verb} `, ...about]) : said(['changed ', ...about], changed)
  },
})

/** 'deleted the coupon DIWALI'. */
export const removes = (kind: AuditKind, label: string, fields: Fields = {}): Sentence => ({
  label,
  say: ({ object: id, before }, names) => {
    const { pictures } = changesOf(fields, before, emptied(fields), names)
    const unknown = nouns[kind][1].replace('deleted ', '')
    return said(['deleted ', ...(names(kind, id) ? object(kind, id, names) : [unknown])], { pictures })
  },
})

/** Every picture field without its picture, since deleting an object removes its pictures. */
const emptied = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, words]) => words === 'image')
      .map(([name]) => [name, '']),
  )

/** The first objects by name, and how many more: 'Rice, Dal and 3 more products'. */
export function listed(kind: AuditKind, ids: readonly string[], noun: string, names: Names) {
  const SHOWN = 3
  const more = ids.length - SHOWN
  const links = ids.slice(0, SHOWN).map((id) => link(kind, id, names))
  return links
    .flatMap((part, index): (string | Part)[] => {
      if (index === 0) return [part]
      return [index === links.length - 1 && more <= 0 ? ' and ' : ', ', part]
    })
    .concat(more > 0 ? [` and ${counted(more, `more ${noun}`)}`] : [])
}
