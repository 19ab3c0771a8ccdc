/** Everything an address may hold after '?', as text: a phone stays a phone. The last of two equal names counts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  return params.size > 0 ? `?${params}` : ''
}

/** Page of a list: 1 for anything that is no page. Screens go to the last page when it is past the end. */
export function asPage(value: unknown) {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

export const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** One of the given words, else the first of them. */
export const asOneOf = <const T extends readonly [string, ...string[]]>(
  words: T,
  value: unknown,
): T[number] => words.find((word) => word === value) ?? words[0]
