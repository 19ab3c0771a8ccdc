import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { Refused } from '../http/refuse.ts'
import { type FileStore, isKey } from './files-store.ts'

/** A bucket of an S3-compatible storage, and who reads and writes in it. `endpoint` is the storage's origin. */
export type Bucket = {
  name: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A storage answers in milliseconds. Shorter than a transaction may sit idle: `keep` puts within one. */
const ANSWER_MS = 10_000

class TooSlow extends Error {}
class Unexpected extends Error {
  readonly status: number
  constructor(asked: string, status: number, said: string) {
    super(`${asked} was answered ${status}: ${said.slice(0, 500)}`)
    this.status = status
  }
}
/** A connection that was kept open may have been closed meanwhile, a storage busy: asked twice, all of this is the same. */
const isWorthAgain = (error: unknown) =>
  error instanceof Unexpected ? error.status >= 500 : !(error instanceof TooSlow)

/**
 * Files in a bucket, by their keys; what else lies in it is left alone. The storage writes an object whole or not at
 * all, and a second time over the first, so nothing is ever half written.
 * Each call throws Refused 503 when the storage does not answer as it should; `failed` hears of the reason.
 * `prepare` makes the bucket where there is none; it throws an Error with one sentence when it cannot be used.
 */
export function bucketStore(
  { name, endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  failed: (error: unknown) => void,
  answerMs = ANSWER_MS,
): FileStore & { prepare: () => Promise<void> } {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  /** @param where what comes after the bucket's address */
  async function send(method: string, where: string, body: Buffer | string | null, alsoTakes: number[]) {
    const request = await client.sign(`${endpoint}/${name}${where}`, {
      method,
      body: typeof body === 'string' ? body : body && new Uint8Array(body),
      // Signed with the rest, so that the storage refuses bytes that changed on the way.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    })
    const answer = await fetchWithin(answerMs, request)
    if (answer.ok) return answer
    const said = await answer.text()
    // Without the bucket nothing is known of what lies in it.
    if (alsoTakes.includes(answer.status) && !said.includes('NoSuchBucket')) return answer
    throw new Unexpected(`${method} /${name}${where}`, answer.status, said)
  }

  async function ask(
    method: string,
    where: string,
    { body = null, alsoTakes = [] }: { body?: Buffer | null; alsoTakes?: number[] } = {},
  ): Promise<Response> {
    const once = () => send(method, where, body, alsoTakes)
    try {
      return await once().catch((error: unknown) => (isWorthAgain(error) ? once() : Promise.reject(error)))
    } catch (error) {
      failed(error)
      throw new Refused(503, 'The storage of files cannot be reached. Please try again', { retryAfter: 5 })
    }
  }

  return {
    prepare: async () => {
      const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`
      try {
        const { status } = await send('HEAD', '', null, [404])
        // The first region of all is the one that may not be named. 409: another process has just made it.
        if (status === 404) await send('PUT', '', region === 'us-east-1' ? null : place, [409])
      } catch (error) {
        // `fetch` itself says nothing but that it failed.
        const { message } =
          error instanceof TypeError && error.cause instanceof Error ? error.cause : (error as Error)
        throw new Error(`The bucket of FILES_URL cannot be used: ${message}`, { cause: error })
      }
    },
    put: async (key, bytes) => {
      const body = Buffer.isBuffer(bytes) ? bytes : await readFile(bytes.path)
      await ask('PUT', pathOf(key), { body })
    },
    open: async (key) => {
      if (!isKey(key)) return null
      const answer = await ask('GET', pathOf(key), { alsoTakes: [404] })
      if (!answer.ok || !answer.body) return null
      return { stream: Readable.fromWeb(answer.body), size: Number(answer.headers.get('content-length')) }
    },
    remove: async (key) => {
      await ask('DELETE', pathOf(key), { alsoTakes: [404] })
    },
    list: async function* () {
      let next: string | undefined
      do {
        const from = next === undefined ? '' : `&continuation-token=${encodeURIComponent(next)}`
        const page = await (await ask('GET', `?list-type=2${from}`)).text()
        for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = textIn(object, 'Key') ?? ''
          if (isKey(key)) yield { key, putAt: new Date(textIn(object, 'LastModified') ?? '') }
        }
        next = textIn(page, 'NextContinuationToken')
      } while (next !== undefined)
    },
    removeHalfWritten: async () => {},
  }
}

const pathOf = (key: string) => {
  if (!isKey(key)) throw new Error('Not a key of a file')
  return `/${key}`
}

/** Keys of ours, times and tokens have nothing to unescape. */
const textIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** Only the answer's beginning has to come in time: a file may be read as slowly as its reader wants it. */
async function fetchWithin(ms: number, request: Request) {
  const slow = new AbortController()
  const timer = setTimeout(() => slow.abort(new TooSlow(`No answer within ${ms / 1000} s`)), ms)
  try {
    return await fetch(request, { signal: slow.signal })
  } finally {
    clearTimeout(timer)
  }
}
