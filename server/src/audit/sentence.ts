import type { AuditRow } from '@kirana/contract/audit'
import type { AuditKind, Names } from '@kirana/domain/audit-kinds'
import type { Stored } from '@kirana/domain/changes'
import { type Change, type Changes, changesOf, type Fields, flagVerb, picturesOf } from './changes.ts'
import { text } from './values.ts'

/** A piece of a sentence. `to` is the object that it names. */
export type Part = AuditRow['parts'][number]
export type Words = readonly (string | Part | readonly (string | Part)[])[]
/** The text after the person's name, such as 'changed the coupon DIWALI', and the changed fields. */
export type Sentence = { parts: Part[] } & Changes

/** An entry of the log as templates receive it. Stored values that are not an object are {}. */
export type Entry = {
  object: string
  before: Stored
  after: Stored
  /** `before` of calls that change several objects. */
  several: Stored[]
  names: Names
  /** An object with its noun, by default that of the entry: 'the coupon DIWALI'. */
  the: (kind: AuditKind, id?: string) => (string | Part)[]
}

/** The template for the sentences of a call's entries. */
export type Template = {
  /** The action without its object, for the filter: 'Changed a coupon'. */
  label: string
  /** Null when the entry changed nothing. */
  write: (entry: Entry) => Sentence | null
}

/** The words before an object's name, and those for an object whose name is not known. */
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
  claim: ['claim ', ''],
  payment: ['the payment of ', 'a payment'],
  refund: ['the refund of ', 'a refund'],
  customer: ['', 'a customer'],
  withdrawal: ['the withdrawal of ', 'a withdrawal'],
  contactMessage: ['message ', 'a message'],
  pushMessage: ['', 'a message'],
  staff: ['', 'a staff member'],
  role: ['the role ', 'a deleted role'],
  rider: ['the rider ', 'a rider'],
  superadmin: ['', 'the superadmin'],
  release: ['release ', 'a deleted release'],
  company: ['', 'the company settings'],
  opening: ['', 'the opening hours'],
}
const aOrAn = (kind: AuditKind) => nouns[kind][1].replace('deleted ', '')

/** The object alone, as a link. */
export function link(kind: AuditKind, id: string, names: Names): Part {
  const name = names(kind, id)
  return name ? { text: name.text, to: { kind, id, isDeleted: name.isDeleted } } : { text: nouns[kind][1] }
}

/** The object with its noun: 'the coupon DIWALI'. */
export function nounAndLink(kind: AuditKind, id: string, names: Names): Part[] {
  const part = link(kind, id, names)
  return part.to && nouns[kind][0] ? [{ text: nouns[kind][0] }, part] : [part]
}

/** Whether a new object has a value in this field. */
export const isSet = ({ after }: Change) => after !== ''

/** Joins neighbouring texts. */
export function sentence(words: Words, changes: Partial<Changes> = {}): Sentence {
  const parts: Part[] = []
  for (const word of words.flat()) {
    const part = typeof word === 'string' ? { text: word } : word
    const last = parts.at(-1)
    if (last && !last.to && !part.to) parts[parts.length - 1] = { text: last.text + part.text }
    else parts.push(part)
  }
  return { parts, changes: changes.changes ?? [], pictures: changes.pictures ?? [] }
}

/** A special sentence, followed by the changes of these fields. */
export const says = (
  label: string,
  words: (entry: Entry) => Words | null,
  fields: Fields = {},
): Template => ({
  label,
  write: (entry) => {
    const written = words(entry)
    return written && sentence(written, changesOf(fields, entry.before, entry.after, entry.names))
  },
})

/** Verb and kind of thing: 'signed in', 'rated the product Rice'. */
export const does = (label: string, verb: string, kind?: AuditKind, fields?: Fields): Template =>
  says(label, ({ the }) => (kind ? [`${verb} `, the(kind)] : [verb]), fields)

/** 'added the coupon DIWALI', with the fields that are set. `title` is the field with the object's name. */
export const adds = (kind: AuditKind, fields: Fields, title = 'name'): Template => ({
  label: `Added ${aOrAn(kind)}`,
  write: ({ object, after, names, the }) => {
    const { [title]: _, ...others } = fields
    // The title is shown, too, if the object has been renamed since.
    const isInSentence = text(after[title]) === names(kind, object)?.text
    const { changes, pictures } = changesOf(isInSentence ? others : fields, {}, after, names)
    return sentence(['added ', the(kind)], { changes: changes.filter(isSet), pictures })
  },
})

/**
 * 'changed the coupon DIWALI', with old and new values, or 'disabled the coupon DIWALI'. An entry without stored values
 * has only the first sentence.
 */
export const edits = (kind: AuditKind, fields: Fields, label = `Changed ${aOrAn(kind)}`): Template => ({
  label,
  write: ({ before, after, names, the }) => {
    const changed = changesOf(fields, before, after, names)
    if (changed.changes.length + changed.pictures.length === 0)
      return Object.keys(after).length > 0 ? null : sentence(['changed ', the(kind)])
    const verb = flagVerb(fields, after, changed)
    return verb ? sentence([`${verb} `, the(kind)]) : sentence(['changed ', the(kind)], changed)
  },
})

/** 'deleted the coupon DIWALI', with the pictures that were deleted with it. */
export const removes = (kind: AuditKind, fields: Fields): Template => ({
  label: `Deleted ${aOrAn(kind)}`,
  write: ({ object, before, names, the }) => {
    const images = Object.keys(fields).filter((name) => fields[name] === 'image')
    const pictures = images.flatMap((name) => picturesOf(before[name], '', names))
    return sentence(['deleted ', names(kind, object) ? the(kind) : aOrAn(kind)], { pictures })
  },
})

/** Templates for the three calls of a simple list: add, edit and delete. */
export const crud = (kind: AuditKind, fields: Fields, title?: string) => ({
  add: adds(kind, fields, title),
  edit: edits(kind, fields),
  remove: removes(kind, fields),
})
