import type { Page } from '@playwright/test'

/** Screens to open with an empty cache, and their maximum number of requests until they are usable. */
export const firstVisits = [
  {
    name: 'sign-in',
    path: '/admin/signin',
    isSignedIn: false,
    shows: 'button[type=submit]',
    most: 10,
  },
  {
    name: 'dashboard',
    path: '/admin/dashboard',
    isSignedIn: true,
    shows: 'a[aria-label^="More about"]',
    most: 16,
  },
] as const

/** Resolves to the page's time when the element is painted; later requests do not count. */
const drawn = (selector: string) => `new Promise((resolve) => {
  const look = () =>
    document.querySelector(${JSON.stringify(selector)}) ? resolve(Date.now()) : requestAnimationFrame(look)
  look()
})`

/** Opens a path; returns the paths requested until the element was painted, and the time in milliseconds. */
export async function visit(page: Page, path: string, selector: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const sent: { path: string; at: number }[] = []
  session.on('Network.requestWillBeSent', ({ request, wallTime }) => {
    if (!request.url.startsWith('data:'))
      sent.push({ path: new URL(request.url).pathname, at: wallTime * 1000 })
  })
  await page.goto(path, { waitUntil: 'commit' })
  const shownAt = await page.evaluate<number>(drawn(selector))
  const asked = sent.filter(({ at }) => at <= shownAt)
  return { asked: asked.map((request) => request.path), ms: Math.round(shownAt - (asked[0]?.at ?? 0)) }
}
