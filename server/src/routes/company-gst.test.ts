import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readInvoice } from '../services/invoices/issue.ts'
import { type Credentials, testApp } from '../testing/app.ts'
import { factories } from '../testing/factories.ts'

const t = await testApp()
const make = factories(t)
afterAll(t.close)
let as: Credentials
beforeEach(async () => {
  await t.database.reset()
  as = await t.signIn.superadmin()
})

const get = async () => (await t.call(api.company.get, {}, as)).data
const edit = (body: Sent<typeof api.company.edit>['body']) => t.call(api.company.edit, { body }, as)

const settings = {
  companyName: 'Kirana Stores',
  gstNo: '27AAPFU0939F1ZV',
  gstRegistration: 'regular' as const,
}

test('a first GST number makes the registration regular, unless the call says another', async () => {
  const { gstNo } = settings
  await edit({ gstNo, gstRegistration: 'composition' })
  expect(await get()).toMatchObject({ gstRegistration: 'composition' })
  await edit({ gstNo: '', gstRegistration: 'unregistered' })
  await edit({ gstNo })
  expect(await get()).toMatchObject({ gstRegistration: 'regular' })
  await edit({ gstRegistration: 'unregistered' })
  await edit({ gstNo })
  expect(await get()).toMatchObject({ gstRegistration: 'unregistered' })
})

test('stores a GST number that fails its check only when that is confirmed', async () => {
  const wrong = { ...settings, gstNo: '27AAPFU0939F1ZX' }
  expect(await edit(wrong)).toMatchObject({
    status: 422,
    code: 'gstin',
    message: 'The GST number does not fit its check character. Correct it, or save it anyway',
  })
  expect(await get()).toMatchObject({ companyName: '', gstNo: '', gstRegistration: 'unregistered' })
  expect((await edit({ ...wrong, saveAnyway: false })).status).toBe(422)
  expect((await edit({ ...wrong, saveAnyway: true })).status).toBe(200)
  expect(await get()).toMatchObject(wrong)
  // Confirmed once: from then on the other settings can be saved without another confirmation.
  expect((await edit({ ...wrong, companyName: 'Renamed' })).status).toBe(200)
  expect((await edit({ gstNo: '27ABCDE1234F1Z5' })).status).toBe(422)
  expect((await edit({ gstNo: settings.gstNo })).status).toBe(200)
})

test('a valid GST number is stored in capitals, however it was typed', async () => {
  expect((await edit({ gstNo: ' 27aapfu 0939f1zv' })).status).toBe(200)
  expect(await get()).toMatchObject({ gstNo: '27AAPFU0939F1ZV', gstRegistration: 'regular' })
})

test('an invoice shows only a GST number that passes its check', async () => {
  const staff = await t.signIn.staff()
  const invoiced = async () => {
    const { _id: orderId } = await make.anOrder()
    const to = { orderId, status: 'Prepeared' } as const
    await t.call(api.orders.changeStatus, { params: to, query: {} }, staff)
    return readInvoice(t.db, orderId, null)
  }
  await edit({ ...settings, gstNo: '27AAPFU0939F1ZX', saveAnyway: true })
  expect((await invoiced())?.seller).toMatchObject({ name: 'Kirana Stores', gstin: '' })
  await edit(settings)
  expect((await invoiced())?.seller).toMatchObject({ gstin: '27AAPFU0939F1ZV' })
})
