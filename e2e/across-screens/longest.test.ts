import { addCookie } from '@kirana/testing/cookies'
import { startRazorpay } from '@kirana/testing/razorpay'
import { startServer } from '@kirana/testing/server'
import { expect, sidewaysScroll, test } from '../test.ts'
import { seedLongest } from './longest.ts'
import { staffScreens, superadminScreens } from './screens.ts'

/** Widths of phones, tablets and the best-selling laptops, in px. */
const WIDTHS = [360, 390, 768, 1024, 1280, 1366, 1440]

/** Counts the visible placeholders in the window. Pictures further down load only when they are scrolled into view. */
const LOADING = `[...document.querySelectorAll('main .skeleton')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight).length`

const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'
/** A failure at one width does not stop the test. Each check polls, because late fonts may still move the layout. */
const softly = expect.configure({ soft: true })

/** Uses a separate server, because the values would appear in other tests. */
test('no screen is wider than its window with the longest values', async ({ page, context }) => {
  test.setTimeout(300_000)
  const razorpay = await startRazorpay()
  const server = await startServer(razorpay.environment())
  try {
    const { category, product, orders, user, phone, picked, cookies } = await seedLongest(server, razorpay)
    for (const cookie of cookies) await addCookie(context, server.origin, cookie)
    // Leaves out paths that are functions, because their objects have short values, and the form of a new product,
    // because its placeholders never disappear.
    const listed = [...staffScreens, ...superadminScreens].flatMap(({ path }) =>
      typeof path === 'string' && path !== '/admin/product/add' ? [path] : [],
    )
    for (const path of [
      ...listed,
      ...orders.map((order) => `/admin/order/get/${order}`),
      '/admin/products?search=WWWW',
      '/admin/stock?search=WWWW',
      '/admin/orders/new?view=board&full=1',
      `/admin/order/pick/${picked}`,
      `/admin/orders/round?orders=${picked}`,
      `/admin/product/edit/${product}`,
      `/admin/product/video/${product}`,
      `/admin/subcategory/${category}/${'W'.repeat(100)}`,
      `/admin/users?search=${phone.slice(3)}`,
      `/admin/users/${user}`,
      '/superadmin/dashboard',
      '/superadmin/reports',
      '/legal',
    ]) {
      await page.goto(`${server.origin}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => page.evaluate(LOADING), path).toBe(0)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 850 })
        await page.evaluate(DRAWN)
        await softly.poll(() => sidewaysScroll(page), `${path} at ${width} px`).toBe(0)
      }
    }
  } finally {
    await server.stop()
    await razorpay.stop()
  }
})
