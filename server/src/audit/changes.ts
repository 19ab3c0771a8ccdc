import type { api, CallName } from '@kirana/contract'
import type { AuditRow } from '@kirana/contract/audit'
import type { Received, Route } from '@kirana/contract/wire/route'
import type { Names } from '@kirana/domain/audit-kinds'
import type { Stored } from '@kirana/domain/changes'
import type { Show } from './values.ts'

/** One changed field; `before` is null when the field was added, and '' stands for a value that is not set. */
export type Change = AuditRow['changes'][number]
/** A public image that was added or removed. The file of a removed one is deleted once nothing uses it. */
export type Picture = AuditRow['pictures'][number]
export type Changes = { changes: Change[]; pictures: Picture[] }

/** A field's label on the screens and the format of its value. Verbs describe a change of this flag alone. */
export type Field = readonly [label: string, show: Show, verbs?: readonly [on: string, off: string]]
/** The fields of an object in the order of the screens. An `image` is shown as a thumbnail. */
export type Fields = Readonly<Record<string, Field | 'image'>>
type Body<Call extends CallName> = Call extends `${infer Group}.${infer Verb}`
  ? typeof api extends Record<Group, Record<Verb, infer R extends Route>>
    ? Received<R> extends { body: infer Sent }
      ? Sent
      : never
    : never
  : never
/** One field for each value that a call sends, except `Hidden`. A new value without a label does not compile. */
export type FieldsOf<Call extends CallName, Hidden extends string = never> = Fields &
  Record<Exclude<keyof Body<Call> & string, Hidden | 'version'>, Field | 'image'>

const filesIn = (value: unknown) =>
  [value].flat().filter((file): file is string => typeof file === 'string' && file !== '')

export function picturesOf(before: unknown, after: unknown, names: Names): Picture[] {
  const [from, to] = [filesIn(before), filesIn(after)]
  const picture = (isRemoved: boolean) => (file: string) => ({
    file,
    isRemoved,
    exists: names('file', file) !== null,
  })
  return [
    ...from.filter((file) => !to.includes(file)).map(picture(true)),
    ...to.filter((file) => !from.includes(file)).map(picture(false)),
  ]
}

/**
 * The labelled changes of an entry. Only sent fields are compared, since `before` may be the whole object; a pack size
 * also changes with its unit. A new object shows what is set.
 */
export function changesOf(fields: Fields, before: Stored, after: Stored, names: Names): Changes {
  const both = { ...before, ...after }
  const changes: Change[] = []
  const pictures: Picture[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in both)) continue
    if (field === 'image') {
      pictures.push(...picturesOf(before[name], both[name], names))
      continue
    }
    const [label, show] = field
    const was = name in before ? show(before[name], before, names) : null
    const is = show(both[name], both, names)
    if ((was ?? '') !== is) changes.push({ field: label, before: was, after: is })
  }
  return { changes, pictures }
}

/** The verb for a change of one flag and nothing else: 'disabled'. */
export function flagVerb(fields: Fields, after: Stored, { changes, pictures }: Changes): string | null {
  const [change, ...others] = changes
  if (!change || others.length + pictures.length > 0) return null
  for (const [name, field] of Object.entries(fields)) {
    const value = after[name]
    if (field !== 'image' && field[0] === change.field && typeof value === 'boolean')
      return field[2]?.[value ? 0 : 1] ?? null
  }
  return null
}
