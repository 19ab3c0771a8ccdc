import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

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
    resolver: zodResolver(schema as never, undefined, { raw: true }) as unknown as Resolver<W>,
    defaultValues: values,
  })
  // The library changes one object in place; compiled components would show the first state of it for ever.
  return { ...form }
}
