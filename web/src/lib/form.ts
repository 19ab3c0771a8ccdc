import { get, set, useForm, type DefaultValues, type FieldErrors, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'

/** What is wrong, by field: the first broken rule of each, as the server would say it. */
function errorsOf<W extends FieldValues>(issues: readonly z.core.$ZodIssue[]): FieldErrors<W> {
  const errors: FieldErrors<W> = {}
  for (const { path, code, message } of issues) {
    const name = path.join('.')
    if (!get(errors, name)) set(errors, name, { type: code, message })
  }
  return errors
}

/**
 * A form checked by a schema of the contract: on submit first, then on change; the first wrong field gets the focus.
 * Values stay as they stand on the wire, since the server decodes them.
 */
export function useFields<W extends FieldValues>(
  schema: z.ZodMiniType<unknown, W>,
  values: DefaultValues<W>,
) {
  'use no memo'
  const form = useForm<W>({
    resolver: (sent) => {
      const { error } = schema.safeParse(sent)
      return error ? { values: {}, errors: errorsOf<W>(error.issues) } : { values: sent, errors: {} }
    },
    defaultValues: values,
  })
  // The library changes one object in place; compiled components would show the first state of it for ever.
  return { ...form }
}
