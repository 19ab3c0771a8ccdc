import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { api } from '@kirana/contract'
import { caller } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { freshPhone, newCustomer } from '@kirana/testing/customer'
import { signIn, startServer } from '@kirana/testing/server'
import { startClock } from '../clock.ts'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { form as dialog } from './dialogs.ts'
import { acknowledge, form } from './list.ts'
import { aProduct, button, field } from './products/product.ts'
import { rowOf } from './table.ts'

/** The month of the test begins two months from now, because the sample store has no documents then. */
const [year = 0, number = 0] = new Date(Date.now() + 330 * 60_000).toISOString().split('-').map(Number)
const monthAfter = (months: number) =>
  new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
const [MONTH, NEXT] = [monthAfter(2), monthAfter(3)]

/** The amount in a text like '−₹1,234.50', in paise. */
const paise = (text = '') => Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

/** The terms of the equation on the screen, in paise. */
async function equationOn(page: Page) {
  const equation = page.getByRole('region', { name: 'The month adds up to the paisa' })
  await expect(equation.getByText('The equation holds', { exact: true })).toBeVisible()
  const names = await equation.getByRole('term').allInnerTexts()
  const amounts = (await equation.getByRole('definition').allInnerTexts()).map(paise)
  return new Map(names.map((name, i) => [name.replaceAll(/[−=+\s]+/g, ' ').trim(), amounts[i] ?? NaN]))
}

async function download(page: Page, name: string) {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  return readFileSync(await (await started).path())
}

test('an accountant takes a month from the first warning to Filed, and a later refund counts in the next month', async ({
  page,
  context,
}, info) => {
  // The test starts a separate server, because it changes the clock.
  test.slow()
  const clock = startClock(`${MONTH}-20T12:00:00+05:30`)
  const server = await startServer(clock.environment)
  const { origin } = server
  const signInAgain = async () => {
    const cookie = await signIn(origin, 'staff')
    await addCookie(context, origin, cookie)
    return caller(origin, { cookie })
  }
  await clock.set(`${MONTH}-20T12:00:00+05:30`, page)
  let call = await signInAgain()
  const owner = caller(origin, { cookie: server.cookies.superadmin })
  await owner(api.company.edit, { body: { gstNo: '27AAPFU0939F1ZV', gstRegistration: 'regular' } })
  const productId = await aProduct(call, 'Loose onions')
  await call(api.variants.add, { body: { productId, value: 1, unit: 'Kilo', sellingPrice: 40 } })
  const product = await call(api.products.get, { params: { productId } })
  const variantId = product.variant[0]?.variantId ?? ''
  const devika = await newCustomer(origin, freshPhone(info.workerIndex), 'Devika Rane')
  const deliver = async () => {
    const order = await devika.order({ items: [{ productId, variantId, quantity: 2 }] })
    await call(api.orders.changeStatus, { params: { orderId: order._id, status: 'Delivered' }, query: {} })
    return order
  }
  const first = await deliver()

  // The first warning names the product, and links to the form that corrects it.
  await page.goto(`${origin}/admin/gst`)
  const warnings = page.getByRole('region', { name: 'Something is missing' })
  await expect(warnings).toContainText('Loose onions: no GST rate and HSN code')
  await expectAccessible(page)
  const warning = warnings.getByRole('listitem').filter({ hasText: 'Loose onions' })
  await expect(warning.getByRole('link').nth(1)).toHaveAttribute('href', `/admin/order/get/${first._id}`)
  await warning.getByRole('link', { name: 'Loose onions', exact: true }).click()
  await field(page, 'HSN Code').fill('0703')
  await expect(field(page, 'At Rate 0')).toHaveCount(0)
  await field(page, 'GST Rate').selectOption('0%')
  await field(page, 'At Rate 0').selectOption('Exempt')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await acknowledge(page, 'Product updated successfully')
  const second = await deliver()

  // A customer claims one piece of the second order, and staff refund it.
  await devika.call(api.storeClaims.add, {
    body: {
      orderId: second._id,
      lines: JSON.stringify([{ line: 1, pieces: 1 }]),
      reason: 'quality',
      note: 'Soft',
    },
  })
  const refundInList = async () => {
    await page.goto(`${origin}/admin/claims`)
    await rowOf(page, 'Devika Rane')
      .getByRole('button', { name: /^Refund CL-/ })
      .first()
      .click()
    await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click()
    await toast(page, 'Claim refunded successfully')
  }
  await refundInList()

  // The warning is gone, the month adds up, and every amount is on the screen.
  await page.goto(`${origin}/admin/gst`)
  const terms = await equationOn(page)
  const of = (name: string) => terms.get(name) ?? Number.NaN
  expect(of('Invoices')).toBe(Math.round((first.totalPrice + second.totalPrice) * 100))
  expect(of('Credit notes')).toBe(4_000)
  // The delivery charge has the rate of the goods. The goods of the first order keep an unknown rate.
  const left = Math.round(second.totalPrice * 100) - 4_000
  expect([of('Exempt'), of('Unknown rate')]).toEqual([left, Math.round(first.totalPrice * 100)])
  const right = [...terms].slice(2).reduce((sum, [, amount]) => sum + amount, 0)
  expect(of('Invoices') - of('Credit notes')).toBe(right)
  await expect(page.getByText('Loose onions', { exact: false })).toHaveCount(0)
  const exempt = page.getByRole('region', { name: 'Nil-rated, exempt and non-GST' })
  await expect(exempt.getByRole('row', { name: 'Within the State' })).toContainText(
    `₹${(left / 100).toFixed(2)}`,
  )
  const onions = page.getByRole('region', { name: 'HSN summary' }).getByRole('row', { name: /^0703/ })
  await expect(onions).toContainText('KGS')
  await expect(page.getByText('The month can be filed once it is over.', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Files' })).toContainText(
    /GSTR-1 follows version GST3\.2\.4 of the portal’s offline tool\. Schema: .*hsn_b2c.*\. Checked on \d+ \w+ 20\d\d\. Do not upload this file with a later version of the tool: later versions are not supported/,
  )

  // Open each file and compare its totals with the screen.
  const gstr1 = JSON.parse((await download(page, 'GSTR-1 (JSON)')).toString('utf8')) as object
  expect(gstr1).toMatchObject({
    gstin: '27AAPFU0939F1ZV',
    fp: `${MONTH.slice(5)}${MONTH.slice(0, 4)}`,
    nil: { inv: [{ sply_ty: 'INTRAB2C', expt_amt: left / 100 }] },
    hsn: {
      hsn_b2c: expect.arrayContaining([expect.objectContaining({ hsn_sc: '0703', qty: 1 })]) as unknown,
    },
    doc_issue: { doc_det: [{ docs: [{ totnum: 2 }] }, { docs: [{ totnum: 1 }] }] },
  })
  const register = (await download(page, 'Sales Register')).toString('utf8').trimEnd().split('\r\n').slice(1)
  const totalOf = (kind: string) =>
    register
      .map((line) => line.split(','))
      .filter((cells) => cells[1] === kind)
      .reduce((sum, cells) => sum + paise(cells.at(-3)) + paise(cells.at(-2)), 0)
  expect([totalOf('Invoice'), -totalOf('Credit Note')]).toEqual([of('Invoices'), of('Credit notes')])
  const workbook = await download(page, 'Workbook')
  expect(workbook.toString('latin1', 0, 2)).toBe('PK')
  expect(new Set(workbook.toString('latin1').match(/xl\/worksheets\/sheet\d+\.xml/g)).size).toBe(9)
  const tally = (await download(page, 'Tally Vouchers')).toString('utf8')
  expect(tally.match(/VCHTYPE="(Sales|Credit Note)"/g)).toEqual([
    'VCHTYPE="Sales"',
    'VCHTYPE="Sales"',
    'VCHTYPE="Credit Note"',
  ])

  // The month has ended, and staff file it.
  await clock.set(`${NEXT}-01T09:00:00+05:30`, page)
  call = await signInAgain()
  await page.goto(`${origin}/admin/gst`)
  await field(page, 'Month').fill(MONTH)
  await expect(page).toHaveURL(`${origin}/admin/gst?month=${MONTH}`)
  const filing = page.getByRole('region', { name: /^Filing/ })
  await filing.getByRole('button', { name: 'Mark as filed', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Mark the month as filed?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Mark as filed', exact: true }).click()
  await toast(page, 'Month updated successfully')
  await expect(filing).toContainText('by Asha Patil')
  await expect(button(page, 'Mark as filed')).toHaveCount(0)

  // A later refund is credited in the current month, and the filed month does not change.
  const addLate = (order: { _id: string }) =>
    call(api.claims.add, {
      body: {
        userId: devika.id,
        orderId: order._id,
        lines: JSON.stringify([{ line: 1, pieces: 1 }]),
        reason: 'quality',
        lateReason: 'Called the next day',
      },
    })
  await addLate(second)
  await refundInList()
  await page.goto(`${origin}/admin/gst`)
  const running = await equationOn(page)
  expect([running.get('Invoices'), running.get('Credit notes')]).toEqual([0, left])
  const notes = page.getByRole('region', { name: 'Credit notes', exact: true })
  const { creditNotes } = await call(api.gst.month, { params: { month: NEXT } })
  expect(creditNotes).toHaveLength(1)
  await expect(notes.getByRole('row', { name: creditNotes[0]?.number ?? '' })).toContainText(
    creditNotes[0]?.invoice ?? '',
  )
  await page.goto(`${origin}/admin/gst?month=${MONTH}`)
  expect(await equationOn(page)).toEqual(terms)
  await expect(filing).toContainText('Filed')

  // The company moves to another State: each GST number of the month has its own files.
  const superadmin = caller(origin, { cookie: await signIn(origin, 'superadmin') })
  await superadmin(api.company.edit, { body: { gstNo: '29AAPFU0939F1ZR' } })
  await deliver()
  await page.goto(`${origin}/admin/gst`)
  for (const gstin of ['27AAPFU0939F1ZV', '29AAPFU0939F1ZR']) {
    const started = page.waitForEvent('download')
    const files = page.getByRole('region', { name: `Files of ${gstin}`, exact: true })
    await files.getByRole('link', { name: 'GSTR-1 (JSON)', exact: true }).click()
    expect(JSON.parse(readFileSync(await (await started).path(), 'utf8'))).toMatchObject({ gstin })
  }
  await expectAccessible(page)

  // One business day before the deadline the claim is red on the dashboard and in the list.
  await addLate(first)
  const due = new Date((await call(api.claims.list, { params: { page: 1 }, query: {} })).data[0]?.dueBy ?? 0)
  await clock.set(new Date(due.getTime() - 12 * 3_600_000).toISOString(), page)
  call = await signInAgain()
  await page.goto(`${origin}/admin`)
  // The sample store contains claims, too.
  const { open, urgent } = (await call(api.reports.today, {})).needs.claims
  const need = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: `${open} open claims, ${urgent} due within a business day`, exact: true })
  await expect(need.locator('span').first()).toHaveClass(/text-bad/)
  await need.click()
  await expect(rowOf(page, 'Devika Rane').getByText(/^Due /)).toHaveClass(/text-bad/)

  // Only the superadmin unlocks, with a reason.
  await addCookie(context, origin, await signIn(origin, 'superadmin'))
  await page.goto(`${origin}/superadmin/gst?month=${MONTH}`)
  await expect(page.getByRole('link', { name: 'GSTR-1 (JSON)' })).toHaveCount(0)
  await filing.getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlock = form(page, 'Unlock the month')
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(unlock).toContainText('Say why the month is unlocked')
  await expectAccessible(page)
  await unlock.getByLabel('Reason').fill('The portal refused the file')
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await toast(page, 'Month updated successfully')
  await expect(filing).toContainText('Open')
  await server.stop()
  clock.stop()
})

test('one company files by quarter, and a company without regular registration exports and files nothing', async ({
  superadminPage: page,
  server,
  context,
}) => {
  const owner = caller(server.origin, { cookie: server.cookies.superadmin })
  await owner(api.company.edit, { body: { gstNo: '27AAPFU0939F1ZV', gstRegistration: 'regular' } })
  await page.goto('/superadmin/company/settings')
  await field(page, 'GSTR-1 Filed By').selectOption('Quarter (QRMP)')
  await page.getByRole('button', { name: 'Save Changes', exact: true }).click()
  await toast(page, 'Data updated successfully')
  await page.goto('/superadmin/gst')
  await expect(page.getByRole('region', { name: 'The quarter adds up to the paisa' })).toBeVisible()
  const filing = page.getByRole('region', { name: /^Filing/ })
  await expect(filing).toContainText('The quarter can be filed once it is over.')
  await owner(api.company.edit, { body: { gstPeriod: 'month', gstRegistration: 'composition' } })

  await addCookie(context, server.origin, server.cookies.staff)
  // The invoices of the sample store were issued while it was Regular.
  await page.goto(`/admin/gst?month=${monthAfter(-1)}`)
  await expect(page.getByRole('link', { name: 'GSTR-1 (JSON)' })).toBeVisible()
  await page.goto('/admin/gst?month=2021-01')
  await expect(page.getByRole('region', { name: 'The month adds up to the paisa' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Files' })).toContainText(
    'Files can be exported only if the GST registration in Company Settings is Regular.',
  )
  await expect(page.getByRole('link', { name: 'GSTR-1 (JSON)' })).toHaveCount(0)
  await expect(filing).toContainText('Only a company with the GST registration Regular files GSTR-1')
  await expect(button(page, 'Mark as filed')).toHaveCount(0)
  await expectAccessible(page)
  await owner(api.company.edit, { body: { gstRegistration: 'regular' } })
})
