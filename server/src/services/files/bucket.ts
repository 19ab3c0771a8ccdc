import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { HttpError } from '../../errors.ts'
import { type FileStore, isKey, isListed } from './store.ts'

/** A bucket of an S3-compatible storage, with the credentials for it. `endpoint` is the storage's origin. */
export type Bucket = {
  name: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 10_000

class TimeoutError extends Error {}
class UnexpectedStatus extends Error {
  readonly status: number
  constructor(call: string, status: number, body: string) {
    super(`${call} was answered ${status}: ${body.slice(0, 500)}`)
    this.status = status
  }
}
/** A kept-alive connection may have been closed, or the storage may be busy. All requests here are idempotent. */
const isRetryable = (error: unknown) =>
  error instanceof UnexpectedStatus ? error.status >= 500 : !(error instanceof TimeoutError)

/**
 * Stores files in a bucket, by key, and ignores other objects in it. The storage writes an object completely or not at
 * all, so no object is ever incomplete. `prepare` creates the bucket if it does not exist.
 * @throws HttpError 503 from every call when the storage fails; `failed` gets the reason
 * @throws Error from `prepare`, with a one-sentence message, when the bucket cannot be used
 */
export function bucketStore(
  { name, endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  failed: (error: unknown) => void,
  timeoutMs = TIMEOUT_MS,
): FileStore & { prepare: () => Promise<void> } {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  /** @param path path or query after the bucket's URL; @param accept statuses to return besides 2xx */
  async function send(method: string, path: string, body: Buffer | string | null, accept: number[]) {
    const signed = await client.sign(`${endpoint}/${name}${path}`, {
      method,
      body: typeof body === 'string' ? body : body && new Uint8Array(body),
      // Part of the signature, so the storage rejects bytes that were altered in transit.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    })
    const answer = await fetchWithin(timeoutMs, signed)
    if (answer.ok) return answer
    const text = await answer.text()
    // A missing bucket is a failure, not a missing object.
    if (accept.includes(answer.status) && !text.includes('NoSuchBucket')) return answer
    throw new UnexpectedStatus(`${method} /${name}${path}`, answer.status, text)
  }

  async function request(
    method: string,
    path: string,
    { body = null, accept = [] }: { body?: Buffer | null; accept?: number[] } = {},
  ): Promise<Response> {
    const once = () => send(method, path, body, accept)
    try {
      return await once().catch((error: unknown) => (isRetryable(error) ? once() : Promise.reject(error)))
    } catch (error) {
      failed(error)
      throw new HttpError(503, "File storage can't be reached. Please try again", { retryAfter: 5 })
    }
  }

  return {
    prepare: async () => {
      const location = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
      try {
        const { status } = await send('HEAD', '', null, [404])
        // S3 rejects us-east-1 as a location constraint. 409: another process has just created the bucket.
        if (status === 404) await send('PUT', '', region === 'us-east-1' ? null : location, [409])
      } catch (error) {
        // The message of `fetch`'s own error is only 'fetch failed'.
        const { message } =
          error instanceof TypeError && error.cause instanceof Error ? error.cause : (error as Error)
        throw new Error(`The bucket of FILES_URL cannot be used: ${message}`, { cause: error })
      }
    },
    put: async (key, bytes) => {
      const body = Buffer.isBuffer(bytes) ? bytes : await readFile(bytes.path)
      await request('PUT', pathOf(key), { body })
    },
    open: async (key) => {
      if (!isKey(key)) return null
      const answer = await request('GET', pathOf(key), { accept: [404] })
      if (!answer.ok || !answer.body) return null
      return { stream: Readable.fromWeb(answer.body), size: Number(answer.headers.get('content-length')) }
    },
    remove: async (key) => {
      await request('DELETE', pathOf(key), { accept: [404] })
    },
    list: async function* (what) {
      let next: string | undefined
      do {
        const from = next === undefined ? '' : `&continuation-token=${encodeURIComponent(next)}`
        const page = await (await request('GET', `?list-type=2${from}`)).text()
        yield* objectsIn(page, what)
        next = textIn(page, 'NextContinuationToken')
      } while (next !== undefined)
    },
    removeHalfWritten: async () => {},
    recoveryDays: 0,
  }
}

const pathOf = (key: string) => {
  if (!isKey(key)) throw new Error('Not a file key')
  return `/${key}`
}

/** The files, or the notes of erasures, of one page of a listing. */
function* objectsIn(page: string, what?: 'files' | 'erasures') {
  for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textIn(object, 'Key') ?? ''
    if (isListed(key, what)) yield { key, putAt: new Date(textIn(object, 'LastModified') ?? '') }
  }
}

/** Our keys, timestamps and tokens contain nothing to unescape. */
const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** Limits the time to the response headers only: the reader sets the pace of the body. */
async function fetchWithin(ms: number, request: Request) {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new TimeoutError(`No answer within ${ms / 1000} s`)), ms)
  try {
    return await fetch(request, { signal: timeout.signal })
  } finally {
    clearTimeout(timer)
  }
}
