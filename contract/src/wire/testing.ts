import * as z from 'zod/mini'
import { firstMessage } from './shapes.ts'

/** Test data of a form: a valid input, and changes to it with the expected message ('' when still valid). */
export type Form = [
  name: string,
  schema: z.core.$ZodType,
  valid: Record<string, unknown>,
  changes: [change: Record<string, unknown>, message: string][],
]

export const casesOf = (forms: readonly Form[]) =>
  forms.flatMap(([name, schema, valid, changes]) => [
    { name, schema, input: valid, message: '' },
    ...changes.map(([change, message]) => ({ name, schema, input: { ...valid, ...change }, message })),
  ])

export const issuesOf = (schema: z.core.$ZodType | undefined, input: unknown) => {
  const checked = schema && z.safeDecode(schema, input)
  return checked?.error?.issues ?? []
}

/** The message shown for an input, '' when it is valid. */
export const messageFor = (schema: z.core.$ZodType, input: unknown) => {
  const issues = issuesOf(schema, input)
  return issues.length > 0 ? firstMessage({ issues }) : ''
}
