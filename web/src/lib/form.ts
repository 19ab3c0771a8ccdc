import { get, set, useForm, type DefaultValues, type FieldErrors, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'

/** The first message per field, the same as the server's. */
function errorsOf<W extends FieldValues>(issues: readonly z.core.$ZodIssue[]): FieldErrors<W> {
  const errors: FieldErrors<W> = {}
  for (const { path, code, message } of issues) {
    const name = path.join('.')
    if (!get(errors, name)) set(errors, name, { type: code, message })
  }
  return errors
}

/**
 * A form validated by a schema of the contract: on the first submit, then on every change. The first invalid field
 * gets the focus. Values stay in wire format because the server decodes them.
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
  // react-hook-form mutates one object; the React compiler would memoize its first state.
  return { ...form }
}
