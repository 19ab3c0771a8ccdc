/**
 * Parses the query string into strings only, so that a phone number stays text. The last of repeated parameters wins.
 */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Default values of search parameters. They are left out of the URL. */
const defaults: Record<string, unknown> = { page: 1, view: 'table' }

export function stringifySearch(search: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '' && value !== defaults[name])
      params.set(name, String(value))
  return params.size > 0 ? `?${params}` : ''
}

/** The page number of a list, 1 when invalid. Screens replace a page past the end by the last page. */
export function asPage(value: unknown) {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

export const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** `value` if it is one of `words`, otherwise the first word. */
export const asOneOf = <const T extends readonly [string, ...string[]]>(
  words: T,
  value: unknown,
): T[number] => words.find((word) => word === value) ?? words[0]
