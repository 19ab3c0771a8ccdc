import { api } from '@kirana/contract'
import { firstVisits, visit } from '@kirana/testing/first-visit'
import { addCookie } from '@kirana/testing/cookies'
import { expect, test } from '../test.ts'

for (const { name, path, isSignedIn, shows, most, mostInAll } of firstVisits) {
  test(`loads the ${name} with an empty cache in at most ${most} requests, and ${mostInAll} in total`, async ({
    page,
    context,
    server,
    call,
  }) => {
    // Warms up the server: with slow first responses, the delayed requests of the screen would start early and be
    // counted.
    await call(api.dashboard.get, {})
    await call(api.orders.list, { params: { page: 1 }, query: { keywords: 'Confirmed', search: '' } })
    if (isSignedIn) await addCookie(context, server.origin, server.cookies.staff)
    const { asked, all } = await visit(page, path, shows)
    // No URL is requested twice.
    expect(all).toEqual([...new Set(all)])
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(mostInAll)
  })
}
