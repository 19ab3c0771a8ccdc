import { useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#/lib/api-error.ts'

type Versioned = { version: number }

/** The record from which the form was filled; undefined for a new one. Compared are the fields that have a label. */
export type ComparedRecord<W extends FieldValues> = {
  record: Versioned | undefined
  /** Names of fields in the record, where they differ. */
  from?: Partial<Record<Path<W>, string>>
  /** Formats of values for display. */
  show?: Partial<Record<Path<W>, (value: unknown) => string>>
}

/** A field that someone else has changed to a value other than that in the form. */
export type Difference = { label: string; theirs: string; yours: string; take: () => void }

/** Formats a flag, from the record (true) or from a select ('true'). */
export const flagWords =
  ([yes, no]: readonly [yes: string, no: string]) =>
  (value: unknown) =>
    String(value) === 'true' ? yes : no

/** The record and the form may have the same value as a number and a text, or as lists in another order. */
const asText = (value: unknown) =>
  Array.isArray(value) ? value.map(String).toSorted().join() : String(value ?? '').trim()

/**
 * Prevents a form from overwriting changes by others: each save sends the version from which the form was filled, and
 * after 409 `stale` the differences are shown. The next save is based on the version that they show.
 */
export function useStale<W extends FieldValues>(
  form: UseFormReturn<W>,
  labels: Readonly<Record<string, string>>,
  compared?: ComparedRecord<W>,
) {
  const from: Partial<Record<string, string>> = compared?.from ?? {}
  const shows: Partial<Record<string, (value: unknown) => string>> = compared?.show ?? {}
  const valuesOf = (record: object | undefined): Record<string, unknown> => {
    const values = new Map<string, unknown>(Object.entries(record ?? {}))
    return Object.fromEntries(Object.keys(labels).map((name) => [name, values.get(from[name] ?? name)]))
  }
  const [base, setBase] = useState({
    version: compared?.record?.version,
    values: valuesOf(compared?.record),
  })
  const [theirs, setTheirs] = useState<(Versioned & object) | null>(null)

  /** Sends the form; `prepare` loads what showing the differences needs. */
  const save = async <T>(
    send: (version: number | undefined) => Promise<T>,
    prepare?: () => Promise<unknown>,
  ): Promise<T> => {
    try {
      return await send(theirs?.version ?? base.version)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') {
        await prepare?.()
        setTheirs(error.data as Versioned)
      }
      throw error
    }
  }
  const differences = (): Difference[] => {
    const now = valuesOf(theirs ?? {})
    return Object.entries(labels).flatMap(([field, label]) => {
      const name = field as Path<W>
      const show = shows[name] ?? asText
      const changed = asText(now[name])
      const typed: unknown = form.getValues(name)
      if (changed === asText(base.values[name]) || changed === asText(typed)) return []
      const take = () =>
        form.setValue(name, now[name] as PathValue<W, Path<W>>, { shouldDirty: true, shouldValidate: true })
      return [{ label, theirs: show(now[name]), yours: show(typed), take }]
    })
  }
  return {
    /** Whether the last save was rejected as outdated. */
    isStale: theirs !== null,
    differences,
    save,
    /** Continues with the saved values. */
    saved: (version: number) => {
      setBase({ version, values: form.getValues() })
      setTheirs(null)
    },
    /** Continues with a record from which the form was filled again. */
    renew: (record: Versioned | undefined) => {
      setBase({ version: record?.version, values: valuesOf(record) })
      setTheirs(null)
    },
  }
}
export type Stale = Pick<ReturnType<typeof useStale>, 'isStale' | 'differences'>
