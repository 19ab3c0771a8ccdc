import { firstVisits, visit } from '@kirana/testing/first-visit'
import { addCookie } from '@kirana/testing/cookies'
import { expect, test } from '../test.ts'

for (const { name, path, isSignedIn, shows, most } of firstVisits) {
  test(`the ${name} needs at most ${most} requests with nothing in the cache`, async ({
    page,
    context,
    server,
  }) => {
    if (isSignedIn) await addCookie(context, server.origin, server.cookies.staff)
    const { asked } = await visit(page, path, shows)
    // Each address once: what is asked for twice came from no cache.
    expect(asked).toEqual([...new Set(asked)])
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
  })
}
