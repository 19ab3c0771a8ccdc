/** The response: its status (0 when the network failed) and its body, {} if it is not a JSON object. */
type Answer = { status: number; json: { data?: unknown; message?: string; code?: string } }

type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

const parsed = (text: string): Answer['json'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export async function send({ url, ...request }: Outgoing): Promise<Answer> {
  try {
    const answer = await fetch(url, { ...request, signal: request.signal ?? null, credentials: 'include' })
    return { status: answer.status, json: parsed(await answer.text()) }
  } catch (error) {
    if (request.signal?.aborted) throw error
    return { status: 0, json: {} }
  }
}

/** `send` for uploads: only XMLHttpRequest reports upload progress. `onProgress` gets 0 to 100. */
export const sendFiles = (
  { method, url, headers, body, signal }: Outgoing,
  onProgress: (percent: number) => void,
) =>
  new Promise<Answer>((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => resolve({ status: request.status, json: parsed(request.responseText) })
    const lost = () => resolve({ status: 0, json: {} })
    request.onerror = lost
    request.onabort = lost
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body ?? null)
  })
