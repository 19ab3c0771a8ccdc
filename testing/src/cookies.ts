import type { BrowserContext } from '@playwright/test'

/** Gives a browser a session cookie, 'name=token'. */
export async function addCookie(context: BrowserContext, origin: string, cookie: string) {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
}
