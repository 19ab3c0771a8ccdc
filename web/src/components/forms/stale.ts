import { useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#/lib/api-error.ts'

type Versioned = { version: number }

/** A field of the form that is compared with the record if someone else has changed that. */
export type Compared<W extends FieldValues, Row = never> = {
  name: Path<W>
  label: string
  /** The name of the field in the record, if it differs. */
  from?: keyof Row & string
  /** Formats the value for display. */
  show?: (value: unknown) => string
}

/** The record from which the form was filled; undefined for a new one. */
export type ComparedRecord<W extends FieldValues> = {
  record: Versioned | undefined
  fields: readonly Compared<W>[]
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

function valuesOf<W extends FieldValues>(
  record: object | undefined,
  fields: readonly Compared<W>[],
): Record<string, unknown> {
  const values = new Map(Object.entries(record ?? {}))
  return Object.fromEntries(fields.map(({ name, from = name }) => [name, values.get(from)]))
}

/**
 * Prevents a form from overwriting changes by others: each save sends the version from which the form was filled, and
 * after 409 `stale` the differences are shown. The next save is based on the version that they show.
 */
export function useStale<W extends FieldValues>(form: UseFormReturn<W>, compared?: ComparedRecord<W>) {
  const fields = compared?.fields ?? []
  const [base, setBase] = useState({
    version: compared?.record?.version,
    values: valuesOf(compared?.record, fields),
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
    const now = valuesOf(theirs ?? {}, fields)
    return fields.flatMap(({ name, label, show = asText }) => {
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
      setBase({ version: record?.version, values: valuesOf(record, fields) })
      setTheirs(null)
    },
  }
}
export type Stale = Pick<ReturnType<typeof useStale>, 'isStale' | 'differences'>
