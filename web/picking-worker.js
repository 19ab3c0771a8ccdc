/*
 * Lets the board, the picking screens and the rider's app be opened without a network, from the files of this release. It
 * never stores API responses, which contain personal data. `web/offline.ts` replaces the placeholders between # signs. It is
 * registered once for the office and once for riders, whose phones need fewer files.
 */

const isOfRiders = new URL(globalThis.registration.scope).pathname === '/rider'
/** @type {readonly string[]} */
const files = isOfRiders ? '#RIDER_FILES#' : '#FILES#'
/** The page, which every address of a screen gets, and the script by which it is known to be of this release. */
const page = '/index.html'
const entry = '#ENTRY#'
const prefix = isOfRiders ? 'kirana-rider-' : 'kirana-picking-'
const cacheName = `${prefix}#RELEASE#`
/** A page that has not been answered after this is taken from the cache. */
const answerMs = 4000

async function storeFiles() {
  const cache = await caches.open(cacheName)
  const answer = await fetch(page, { cache: 'no-cache' })
  // A page of another release needs other files; the worker of that release stores it with them.
  if (!answer.ok || !(await answer.clone().text()).includes(entry))
    throw new Error('The page is of another release')
  await cache.addAll(files)
  await cache.put(page, answer)
}

/** The files of the release before stay: its tabs may still be open. */
async function forgetOld() {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)))
}

const dayMs = 24 * 60 * 60_000

/**
 * Whether a profile is stored for a reload and not older than a day (web/src/lib/outbox/kept.ts). Without one the page would
 * take the person for signed out and lead away from the screen. A worker cannot read whose profile the page will ask for.
 */
const isAnyoneKept = () =>
  new Promise((resolve) => {
    const request = indexedDB.open('kirana-picking')
    // It does not exist, and must not be made here.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = () => resolve(false)
    request.onsuccess = () => {
      const database = request.result
      if (!database.objectStoreNames.contains('picks')) return resolve(false)
      const rows = database.transaction('picks').objectStore('picks').getAll()
      const isRecent = (/** @type {{ at: number }} */ { at }) => Date.now() - at < dayMs
      rows.onsuccess = () => resolve(rows.result.some((row) => isRecent(row) || row.picks.some(isRecent)))
      rows.onerror = () => resolve(false)
      database.close()
    }
  })

/** @param {Request} request */
async function answerPage(request) {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), answerMs)
  try {
    const answer = await fetch(request, { signal: patience.signal })
    if (answer.status < 500) return answer
  } catch {
    // No network, or no answer in time.
  } finally {
    // What has begun to arrive may take longer.
    clearTimeout(timer)
  }
  // The rider's app needs no stored profile: without a stored day it shows the error and Retry.
  const kept = (isOfRiders || (await isAnyoneKept())) && (await caches.match(page, { cacheName }))
  // Otherwise the browser says that it is offline, and its page stays at the address.
  return kept || fetch(request)
}

/** A file whose name never changes, as /theme.js, is of this release; tabs of the release before find theirs in its cache. */
const answerFile = async (/** @type {Request} */ request) =>
  (await caches.match(request, { cacheName, ignoreVary: true })) ??
  (await caches.match(request, { ignoreVary: true })) ??
  fetch(request)

const isScreen = (/** @type {string} */ path) =>
  isOfRiders
    ? path === '/rider'
    : path === '/admin/orders/new' || path === '/admin/orders/round' || path.startsWith('/admin/order/pick/')

addEventListener('install', (event) => {
  event.waitUntil(storeFiles().then(() => globalThis.skipWaiting()))
})
addEventListener('activate', (event) => {
  event.waitUntil(forgetOld())
})
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isScreen(pathname)) event.respondWith(answerPage(request))
  } else if (pathname.startsWith('/assets/') || files.includes(pathname))
    event.respondWith(answerFile(request))
})
