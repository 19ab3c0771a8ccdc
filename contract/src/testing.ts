import * as z from 'zod/mini'
import { firstMessage } from './shapes.ts'

/** For tests: what passes a call, and what each change to that is told, '' when it passes too. */
export type Form = [
  name: string,
  schema: z.core.$ZodType,
  passes: Record<string, unknown>,
  refused: [change: Record<string, unknown>, message: string][],
]

export const casesOf = (forms: readonly Form[]) =>
  forms.flatMap(([name, schema, passes, refused]) => [
    { name, schema, sent: passes, message: '' },
    ...refused.map(([change, message]) => ({ name, schema, sent: { ...passes, ...change }, message })),
  ])

export const issuesOf = (schema: z.core.$ZodType | undefined, sent: unknown) => {
  const checked = schema && z.safeDecode(schema, sent)
  return checked?.error?.issues ?? []
}

/** What the person at the form is told, '' when it passes. */
export const told = (schema: z.core.$ZodType, sent: unknown) => {
  const issues = issuesOf(schema, sent)
  return issues.length > 0 ? firstMessage({ issues }) : ''
}
