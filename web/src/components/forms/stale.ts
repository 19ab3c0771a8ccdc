import type { LastChange } from '@kirana/contract/wire/shapes'
import { useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#/lib/api-error.ts'

type Versioned = { version: number }

/** The record from which the form was filled; undefined for a new one. Only fields with a label are compared. */
export type ComparedRecord<W extends FieldValues> = {
  record: Versioned | undefined
  /** The record's names of fields that have another name in the form. */
  from?: Partial<Record<Path<W>, string>>
  /** Formats of values for display. */
  show?: Partial<Record<Path<W>, (value: unknown) => string>>
}

export type Labels = Readonly<Record<string, string>>

/** Why a save was rejected: who changed the record and when, and how the record differs from the form. */
export type Conflict = LastChange & {
  rows: readonly { label: string; theirs: string; mine: string }[]
  /** Labels of the fields that the user had not changed and that took the new values. */
  taken: readonly string[]
}

/** Formats a flag, from the record (true) or from a select ('true'). */
export const flagWords =
  ([yes, no]: readonly [yes: string, no: string]) =>
  (value: unknown) =>
    String(value) === 'true' ? yes : no

/**
 * Normalizes a value, because the record and the form may have it as a number and a text, or as lists in another order.
 */
export const asText = (value: unknown) =>
  Array.isArray(value) ? value.map(String).toSorted().join() : String(value ?? '').trim()

type Options<W extends FieldValues> = {
  compared?: ComparedRecord<W> | undefined
  /** The version that a restored draft was based on, instead of that of the record. */
  draftVersion?: number | undefined
  /** Called before a field takes the other user's value. */
  onTake: (name: string, value: unknown) => void
}

/**
 * Prevents a form from overwriting changes by others. Each save sends the version from which the form was filled. After
 * 409 `stale`, fields that the user had not changed take the new values, and `conflict` contains the other fields that
 * differ. The next save is based on the version shown in the conflict.
 */
export function useStale<W extends FieldValues>(
  form: UseFormReturn<W>,
  labels: Labels,
  { compared, draftVersion, onTake }: Options<W>,
) {
  const from: Partial<Record<string, string>> = compared?.from ?? {}
  const shows: Partial<Record<string, (value: unknown) => string>> = compared?.show ?? {}
  const valuesOf = (record: object | undefined): Record<string, unknown> => {
    const values = new Map<string, unknown>(Object.entries(record ?? {}))
    return Object.fromEntries(Object.keys(labels).map((name) => [name, values.get(from[name] ?? name)]))
  }
  const typed = (name: string): unknown => form.getValues(name as Path<W>)
  const [base, setBase] = useState({
    version: draftVersion ?? compared?.record?.version,
    values: valuesOf(compared?.record),
  })
  const [theirs, setTheirs] = useState<
    { change: Versioned & LastChange; values: Record<string, unknown>; taken: string[] } | undefined
  >()

  const take = (name: string, value: unknown) => {
    onTake(name, value ?? '')
    form.setValue(name as Path<W>, (value ?? '') as PathValue<W, Path<W>>, {
      shouldDirty: true,
      shouldValidate: true,
    })
  }
  const differing = (values: Record<string, unknown>) =>
    Object.keys(labels).filter(
      (name) => typed(name) !== undefined && asText(typed(name)) !== asText(values[name]),
    )
  const labelled = (names: readonly string[]) => names.map((name) => labels[name] ?? name)

  const refused = (change: Versioned & LastChange) => {
    const values = valuesOf(change)
    const touched = new Set(differing(base.values))
    const untouched = differing(values).filter((name) => !touched.has(name))
    for (const name of untouched) take(name, values[name])
    setBase({ ...base, values })
    setTheirs({ change, values, taken: labelled(untouched) })
  }
  return {
    /** The version that the next save is based on, as long as no save was rejected. */
    version: base.version,
    /** The differences after a save was rejected as stale; otherwise null. */
    conflict: (): Conflict | null => {
      if (!theirs) return null
      // Subscribes to the form, so that the rows update as the user types.
      form.watch()
      const rows = differing(theirs.values).map((name) => {
        const show = shows[name] ?? asText
        return { label: labels[name] ?? name, theirs: show(theirs.values[name]), mine: show(typed(name)) }
      })
      const { by, at } = theirs.change
      return { by, at, rows, taken: theirs.taken }
    },
    /** Sends the form. `prepare` loads the code and data that the comparison needs. */
    save: async <T>(
      send: (version: number | undefined) => Promise<T>,
      prepare?: () => Promise<unknown>,
    ): Promise<T> => {
      try {
        return await send(theirs?.change.version ?? base.version)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'stale') {
          await prepare?.()
          refused(error.data as Versioned & LastChange)
        }
        throw error
      }
    },
    /** Sets every field to the record's current value. */
    takeTheirs: () => {
      if (!theirs) return
      for (const name of differing(theirs.values)) take(name, theirs.values[name])
      setBase({ version: theirs.change.version, values: theirs.values })
      setTheirs(undefined)
    },
    /** Continues with the saved values. */
    saved: (version: number) => {
      setBase({ version, values: form.getValues() })
      setTheirs(undefined)
    },
    /** Continues with `record` after the form was refilled from it. */
    renew: (record: Versioned | undefined) => {
      setBase({ version: record?.version, values: valuesOf(record) })
      setTheirs(undefined)
    },
  }
}
