type Loose = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
}

/** '/order/:id' and what was sent → the address of the call; empty query fields are left out. */
export function urlOf(path: string, { params = {}, query = {} }: Loose) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return `/api/v1${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Fields first, so that the server knows them before a file arrives. Undefined fields are left out. */
export function formOf(field: string, body: object, files: readonly File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined && value !== null) form.append(name, String(value))
  for (const file of files) form.append(field, file)
  return form
}

/** A key no other call has. `crypto.randomUUID` is missing on plain HTTP, where a shop's own network may run. */
export const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
