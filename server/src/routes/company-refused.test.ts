import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Credentials, testApp } from '../testing/app.ts'

/** Values that the settings refuse. Tests of accepted values are in company.test.ts. */
const t = await testApp()
afterAll(t.close)
let as: Credentials
beforeAll(async () => {
  as = await t.signIn.superadmin()
})

type Body = Sent<typeof api.company.edit>['body']
const read = async () => (await t.call(api.company.get, {}, as)).data
const edit = (body: Body) => t.call(api.company.edit, { body }, as)
const valid = {
  companyName: 'Kirana Stores',
  email: 'hello@kirana.example',
  pointPerRefer: 5,
  gettingLateMinutes: 3,
}

const POINT_VALUE = 'Point value must be a whole number of paisa from 0 to 10,00,00,000'
const POINTS = 'Points must be a whole number from 0 to 1,00,000'
const PERCENT = 'Percentage must be from 0 to 100 with at most 2 decimals'
const OPEN_ORDERS = 'Open orders per customer must be a whole number from 1 to 1,000'
const PIECES = 'Pieces per order must be a whole number from 1 to 1,000'
const UNPAID = 'Amount must be above 0, up to 10,00,000, with at most 2 decimals'
const SHARE = 'Percentage must be from 1 to 100 with at most 2 decimals'
const DAILY_COINS = 'Coins a day must be a whole number from 0 to 1,00,00,000'
const NEW_NUMBER_CODES = 'Codes a day must be a whole number from 0 to 10,00,000'
const CODES_ALARM = 'The alarm must be at a whole number of codes from 1 to 10,00,000'
const LATE = 'Minutes must be a whole number from 1 to 1,440'
test.each<[Record<string, unknown>, string]>([
  ...['', 0, -1, 1.5, 1_001, 'many', null].map((openOrdersPerCustomer): [Record<string, unknown>, string] => [
    { openOrdersPerCustomer },
    OPEN_ORDERS,
  ]),
  ...['', 0, 1.5, 1_001, null].map((piecesPerOrder): [Record<string, unknown>, string] => [
    { piecesPerOrder },
    PIECES,
  ]),
  ...['', 0, '0.00'].flatMap((amount): [Record<string, unknown>, string][] => [
    [{ unpaidPerCustomer: amount }, UNPAID],
    [{ unpaidBeforeDelivery: amount }, UNPAID],
  ]),
  ...['', 0, 0.99].map((unpaidStockShare): [Record<string, unknown>, string] => [
    { unpaidStockShare },
    SHARE,
  ]),
  [{ claimsShare: 100.01 }, PERCENT],
  [{ gstPeriod: 'year' }, 'GSTR-1 is filed by month or quarter'],
  [{ unpaidStockShare: 100.01 }, 'Percentage must be from 0 to 100 with at most 2 decimals'],
  ...['', -1, 0.5, 10_000_001, 'many', null].map((dailyCoinsPerStaff): [Record<string, unknown>, string] => [
    { dailyCoinsPerStaff },
    DAILY_COINS,
  ]),
  ...['', -1, 0.5, 1_000_001, 'many', null].map((newNumberCodesPerDay): [Record<string, unknown>, string] => [
    { newNumberCodesPerDay },
    NEW_NUMBER_CODES,
  ]),
  ...['', 0, 0.5, 1_000_001, 'many', null].map((codesPerDayAlarm): [Record<string, unknown>, string] => [
    { codesPerDayAlarm },
    CODES_ALARM,
  ]),
  ...['', 0, -1, 1.5, 1_441, 'soon', null].flatMap((minutes): [Record<string, unknown>, string][] => [
    [{ gettingLateMinutes: minutes }, LATE],
    [{ lateMinutes: minutes }, LATE],
  ]),
  ...[-1, 0.5, 100_000_001, 'ten', '1e3', null].map((pointValueInMoney): [Body, string] => [
    { pointValueInMoney } as Body,
    POINT_VALUE,
  ]),
  ...[-1, 1.5, 100_001, 'ten'].map((pointPerRefer): [Body, string] => [{ pointPerRefer }, POINTS]),
  ...[-0.01, 100.01, 7.125, '7%'].map((discountPerRefer): [Body, string] => [{ discountPerRefer }, PERCENT]),
  [{ companyName: 'k'.repeat(201) }, 'Use 200 characters at most'],
  [{ email: 'k'.repeat(201) }, 'Use 200 characters at most'],
  [{ contact: '9'.repeat(101) }, 'Use 100 characters at most'],
  [{ website: 'k'.repeat(201) }, 'Use 200 characters at most'],
  [{ gstNo: 'K'.repeat(21) }, 'Use 20 characters at most'],
  [{ fssai: '1152199900012' }, 'FSSAI licence number must be 14 digits'],
  [{ address: 'k'.repeat(501) }, 'Use 500 characters at most'],
  [{ deliveryTime: 'k'.repeat(51) }, 'Use 50 characters at most'],
  [{ companyName: null }, 'Text is not valid'],
  [{ address: ['Mumbai'] }, 'Text is not valid'],
])('rejects %j and stores nothing of it', async (wrong, message) => {
  const before = await read()
  expect(await edit({ ...valid, ...wrong })).toMatchObject({ status: 400, message })
  expect(await read()).toEqual(before)
})

test.each([
  'care',
  'care@',
  '@kirana.example',
  'a b@kirana.example',
  'care@kirana',
  '<b>@x.in>',
  'a@b.in, c@d.in',
])('refuses the email %j', async (email) => {
  const before = await read()
  expect(await edit({ ...valid, email })).toMatchObject({
    status: 400,
    message: 'Enter an email address such as care@example.com, or leave it empty',
  })
  expect(await read()).toEqual(before)
})
