import { isContactNumber } from './phone.ts'
import { mailAddress, webAddress } from './security-contact.ts'

export type Details = { name: string; email: string; contact: string; website: string }
export type DetailProblem = { field: keyof Details; message: string }

/** What is wrong with a new value; null if it can be saved. All but the name may be empty. */
const rules: Record<keyof Details, (text: string) => string | null> = {
  name: (text) => (text === '' ? 'The company has a name: enter another one instead of none' : null),
  email: (text) =>
    text === '' || mailAddress(text) !== ''
      ? null
      : 'Enter an email address such as care@example.com, or leave it empty',
  contact: (text) =>
    text === '' || isContactNumber(text) ? null : 'Contact must be a phone number of 10 digits',
  website: (text) =>
    text === '' || (/^https?:\/\//i.test(text) && webAddress(text) !== null)
      ? null
      : 'Website must be an address such as https://example.com, or empty',
}

/**
 * What is wrong with the details that a change would set. Unchanged details may be invalid, so that a value accepted by
 * an earlier release does not prevent saving other settings.
 */
export function detailProblems(before: Details, sent: Partial<Details>): DetailProblem[] {
  const fields: readonly (keyof Details)[] = ['name', 'email', 'contact', 'website']
  return fields.flatMap((field) => {
    const text = sent[field]?.trim()
    if (text === undefined || text === before[field].trim()) return []
    const message = rules[field](text)
    return message === null ? [] : [{ field, message }]
  })
}
