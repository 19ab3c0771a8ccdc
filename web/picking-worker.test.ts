import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('picking-worker.js', import.meta.url), 'utf8')
  .replace("'#FILES#'", JSON.stringify(['/theme.js', '/assets/a.js']))
  .replace("'#RIDER_FILES#'", JSON.stringify(['/theme.js', '/assets/rider.js']))
  .replace('#ENTRY#', '/assets/entry.js')
  .replace('#RELEASE#', 'new')

type Answer = { status: number; from: string }
type Fetched = { request: Request; respondWith: (answer: Promise<Answer>) => void }

/** The worker with caches by name, each of addresses, in the order of their creation. */
function workerWith(options: {
  caches: Record<string, readonly string[]>
  fetch: (signal?: AbortSignal) => Promise<Answer>
  /** Ages of the stored profiles in hours; null: there is no database. */
  kept: readonly number[] | null
  scope?: string
}) {
  const listeners = new Map<string, (event: Fetched) => void>()
  const opened = () => {
    const transaction = { abort: () => queueMicrotask(() => request.onerror()) }
    const stored = (options.kept ?? []).map((hours) => ({ at: Date.now() - hours * 3_600_000, picks: [] }))
    const rows = { result: stored, onsuccess: () => {}, onerror: () => {} }
    const request = {
      transaction,
      result: {
        objectStoreNames: { contains: () => true },
        transaction: () => ({
          objectStore: () => ({ getAll: () => (queueMicrotask(() => rows.onsuccess()), rows) }),
        }),
        close: () => {},
      },
      onupgradeneeded: () => {},
      onerror: () => {},
      onsuccess: () => {},
    }
    queueMicrotask(() => (options.kept === null ? request.onupgradeneeded() : request.onsuccess()))
    return request
  }
  runInContext(
    text,
    createContext({
      URL,
      AbortController,
      location: { origin: 'https://kirana.test' },
      registration: { scope: `https://kirana.test${options.scope ?? '/admin/'}` },
      // The time until an answer counts as late is over at once.
      setTimeout: (run: () => void) => setTimeout(run, 0),
      clearTimeout,
      addEventListener: (type: string, listener: (event: Fetched) => void) => listeners.set(type, listener),
      fetch: (_: Request, { signal }: { signal?: AbortSignal } = {}) => options.fetch(signal),
      indexedDB: { open: opened },
      caches: {
        match: async (asked: Request | string, { cacheName = '' } = {}) => {
          const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname
          const name = Object.keys(options.caches).find(
            (one) => (cacheName === '' || cacheName === one) && options.caches[one]?.includes(path),
          )
          return name && { status: 200, from: name }
        },
      },
    }),
  )
  return (path: string, mode = 'navigate') =>
    new Promise<Answer>((resolve) => {
      const request = { method: 'GET', mode, url: `https://kirana.test${path}` } as Request
      listeners.get('fetch')?.({ request, respondWith: (answer) => resolve(answer) })
    })
}

const old = { 'kirana-picking-old': ['/theme.js', '/assets/a.js', '/assets/gone.js', '/index.html'] }
const both = { ...old, 'kirana-picking-new': ['/theme.js', '/assets/a.js', '/index.html'] }
const never = async (): Promise<Answer> => {
  throw new TypeError('Failed to fetch')
}
/** A network that answers nothing until the request is given up. */
const hanging = (signal?: AbortSignal) =>
  new Promise<Answer>((_, reject) => {
    if (signal) signal.onabort = () => reject(new Error('aborted'))
    else reject(new TypeError('Failed to fetch'))
  })

test('a file is of this release; those that only the release before had are still there', async () => {
  const ask = workerWith({ caches: both, fetch: never, kept: [1] })
  expect(await ask('/theme.js', 'no-cors')).toMatchObject({ from: 'kirana-picking-new' })
  expect(await ask('/assets/gone.js', 'cors')).toMatchObject({ from: 'kirana-picking-old' })
})

test.each([never, hanging])('a page that the network does not answer is of this release', async (fetch) => {
  const ask = workerWith({ caches: both, fetch, kept: [1] })
  for (const path of ['/admin/orders/new', '/admin/orders/round', '/admin/order/pick/1'])
    expect(await ask(path)).toMatchObject({ from: 'kirana-picking-new' })
})

test.each([[[]], [[25]], [null]])(
  'without a profile of the last day (%j), the browser says that it is offline',
  async (kept) => {
    await expect(workerWith({ caches: both, fetch: never, kept })('/admin/orders/new')).rejects.toThrow(
      'Failed',
    )
  },
)

test.each([never, hanging])(
  'the rider’s app opens without a network and without a profile',
  async (fetch) => {
    const caches = { ...both, 'kirana-rider-new': ['/assets/rider.js', '/index.html'] }
    const ask = workerWith({ caches, fetch, kept: null, scope: '/rider' })
    expect(await ask('/rider')).toMatchObject({ from: 'kirana-rider-new' })
    expect(await ask('/assets/rider.js', 'cors')).toMatchObject({ from: 'kirana-rider-new' })
  },
)

test('a page may take longer than its headers', async () => {
  let signal: AbortSignal | undefined
  const ask = workerWith({
    caches: both,
    fetch: async (given) => {
      signal = given
      return { status: 200, from: 'network' }
    },
    kept: [1],
  })
  expect(await ask('/admin/orders/new')).toMatchObject({ from: 'network' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(signal?.aborted).toBe(false)
})
