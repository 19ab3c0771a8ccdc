import type { Page } from '@playwright/test'

/** Screens to open with an empty cache, and their maximum number of requests until they are usable, and until nothing follows. */
export const firstVisits = [
  {
    name: 'sign-in',
    path: '/admin/signin',
    isSignedIn: false,
    shows: 'button[type=submit]',
    most: 10,
    mostInAll: 13,
  },
  {
    name: 'dashboard',
    path: '/admin/dashboard',
    isSignedIn: true,
    shows: 'a[aria-label^="More about"]',
    most: 14,
    // The sums of the till are a separate call for staff who may read payments.
    mostInAll: 23,
  },
] as const

/**
 * Records in the page when the element is painted. On a busy machine, a check from outside the page would be too late.
 */
const notePainting = (selector: string) => `window.painted = new Promise((resolve) => {
  const look = () =>
    document.querySelector(${JSON.stringify(selector)}) ? resolve(Date.now()) : requestAnimationFrame(look)
  look()
})`

/** Fonts that only some text needs, such as a price or a name in Hindi: when it is painted depends on the store's data. */
const isFontOfText = (path: string) => /\/(inter-rupee|devanagari)-/.test(path)

/** A screen counts as loaded when it has requested nothing for this long. */
const IDLE_MS = 3000
const POLL_MS = 100

/**
 * Opens a path. Returns the paths requested until the element was painted, except fonts that only some text needs; the time
 * in milliseconds until then; and all paths requested until the screen was idle.
 */
export async function visit(page: Page, path: string, selector: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sent: { path: string; at: number }[] = []
  const open = new Set<string>()
  let changedAt = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime, type }) => {
    if (request.url.startsWith('data:')) return
    sent.push({ path: new URL(request.url).pathname, at: wallTime * 1000 })
    changedAt = Date.now()
    // The event stream stays open.
    if (type !== 'EventSource') open.add(requestId)
  })
  const ended = ({ requestId }: { requestId: string }) => {
    if (open.delete(requestId)) changedAt = Date.now()
  }
  session.on('Network.loadingFinished', ended)
  session.on('Network.loadingFailed', ended)
  await page.addInitScript(notePainting(selector))
  await page.goto(path, { waitUntil: 'commit' })
  const shownAt = await page.evaluate<number>('window.painted')
  while (open.size > 0 || Date.now() - changedAt < IDLE_MS) await page.waitForTimeout(POLL_MS)
  return {
    asked: sent.filter(({ at, path }) => at <= shownAt && !isFontOfText(path)).map((request) => request.path),
    all: sent.map((request) => request.path),
    ms: Math.round(shownAt - (sent[0]?.at ?? 0)),
  }
}
