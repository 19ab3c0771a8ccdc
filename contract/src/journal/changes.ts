import type { Route, Received } from '../wire/route.ts'
import { type Names, of, type Show } from './values.ts'

/** One changed field; `before` is null when the field was added, and '' stands for a value that is not set. */
export type Change = { field: string; before: string | null; after: string }
/** A public image that was added or removed. The file of a removed one is gone once nothing uses it. */
export type Picture = { file: string; isRemoved: boolean; exists: boolean }
export type Changes = { changes: Change[]; pictures: Picture[] }

/** How a field is shown: its label on the screens and its value. Verbs say a change of nothing but this flag. */
type Field = { label: string; show: Show; verbs?: readonly [on: string, off: string] }
/** The fields of an object in the order of the screens. `image` is shown as a thumbnail, null not at all. */
export type Fields = Record<string, Field | 'image' | null>
/** A field for all that a call sends: a new one without words does not compile. */
export type FieldsOf<R extends Route> = Fields &
  (Received<R> extends { body: infer Body } ? { [K in keyof Body & string]: Fields[string] } : unknown)

export const field = (label: string, show: Show): Field => ({ label, show })

const flagField =
  (on: string, off: string, verbs: readonly [string, string]) =>
  (label: string): Field => ({
    label,
    show: (value) => (typeof value === 'boolean' ? (value ? on : off) : ''),
    verbs,
  })
export const enabledField = flagField('Enabled', 'Disabled', ['enabled', 'disabled'])
export const activeField = flagField('Active', 'Inactive', ['activated', 'deactivated'])
export const publicField = flagField('Public', 'Private', ['made public', 'made private'])

const filesOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).filter(
    (file): file is string => typeof file === 'string' && file !== '',
  )

export const picturesOf = (before: unknown, after: unknown, names: Names): Picture[] => {
  const [from, to] = [filesOf(before), filesOf(after)]
  const picture = (file: string, isRemoved: boolean) => ({
    file,
    isRemoved,
    exists: names('file', file) !== null,
  })
  return [
    ...from.filter((file) => !to.includes(file)).map((file) => picture(file, true)),
    ...to.filter((file) => !from.includes(file)).map((file) => picture(file, false)),
  ]
}

/**
 * What an entry changed, in words. Only sent fields are compared, since `before` may be the whole object; a pack size
 * also changes with its unit. A new object shows what is set.
 */
export function changesOf(fields: Fields, before: unknown, after: unknown, names: Names): Changes {
  const from = of(before)
  const to = { ...from, ...of(after) }
  const changes: Change[] = []
  const pictures: Picture[] = []
  for (const [name, words] of Object.entries(fields)) {
    if (words === null || !(name in to)) continue
    if (words === 'image') pictures.push(...picturesOf(from[name], to[name], names))
    else {
      const was = name in from ? words.show(from[name], from, names) : null
      const is = words.show(to[name], to, names)
      if ((was ?? '') !== is) changes.push({ field: words.label, before: was, after: is })
    }
  }
  return { changes, pictures }
}

/** The verb for a change of one flag and nothing else: 'disabled'. */
export function flagVerb(fields: Fields, after: unknown, { changes, pictures }: Changes): string | null {
  const [change, ...others] = changes
  if (!change || others.length > 0 || pictures.length > 0) return null
  const found = Object.entries(fields).find(
    ([, words]) => words !== null && words !== 'image' && words.label === change.field,
  )
  if (!found || found[1] === null || found[1] === 'image') return null
  const value = of(after)[found[0]]
  return typeof value === 'boolean' ? (found[1].verbs?.[value ? 0 : 1] ?? null) : null
}
