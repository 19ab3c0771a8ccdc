import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import type { Page } from '@playwright/test'
import { toast } from '../superadmin/toast.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { acknowledge } from './list.ts'
import { comparison } from '../stale.ts'

const PATH = '/admin/opening/hours'
const HOURS_SAVED = 'Opening hours updated successfully'
const STATUS_SAVED = 'Store status updated successfully'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const status = (page: Page) => page.getByRole('region', { name: 'Now' }).getByRole('status')
const everyDay = (from: string, to: string) => Array.from({ length: 7 }, () => [{ from, to }])

// Reopens the store, because the other tests of this worker order from it.
const openAgain = async (call: Call) => {
  const { version } = await call(api.opening.get, {})
  await call(api.opening.editHours, { body: { version, week: null, closedDays: [] } })
  await call(api.opening.close, { body: { isClosed: false } })
  await call(api.opening.setBusy, { body: { busyMinutes: 0 } })
}
test.afterEach(({ call }) => openAgain(call))

test('staff set the hours of the week and closed days, accessibly; mistakes stay on the form', async ({
  staffPage: page,
  call,
}) => {
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Opening Hours', exact: true }).click()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening Hours')
  await expect(status(page)).toHaveText('NowOpenCustomers can order.')
  await expect(page.getByLabel('Round the clock', { exact: true })).toBeChecked()

  await page.getByLabel('At these hours', { exact: true }).check()
  await field(page, 'Monday from').fill('07:00')
  await field(page, 'Monday to').fill('13:00')
  await press(page, 'Add hours to Monday')
  await field(page, 'Monday from 2').fill('12:30')
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toHaveText('Enter both times of the hours')
  await field(page, 'Monday to 2').fill('02:00')
  await expect(page.getByText('next day', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('The hours of Monday overlap other hours')
  await field(page, 'Monday from 2').fill('17:00')
  await expect(page.getByRole('alert')).toBeHidden()
  await press(page, 'Copy Monday to every day')
  await press(page, 'Remove hours of Sunday')
  await press(page, 'Remove hours of Sunday')
  await expect(page.getByRole('group', { name: 'Sunday' })).toContainText('Closed')

  await press(page, 'Add closed day')
  await press(page, 'Save Changes')
  await expect(page.getByRole('alert')).toHaveText('Enter the date of the closed day')
  await expect(field(page, 'Closed day 1')).toBeFocused()
  await field(page, 'Closed day 1').fill('2099-11-08')
  await field(page, 'Reason of closed day 1').fill('Diwali')
  await press(page, 'Save Changes')
  await toast(page, HOURS_SAVED)

  const day = [
    { from: '07:00', to: '13:00' },
    { from: '17:00', to: '02:00' },
  ]
  expect(await call(api.opening.get, {})).toMatchObject({
    week: [day, day, day, day, day, day, []],
    closedDays: [{ date: '2099-11-08', reason: 'Diwali' }],
  })
  await call(api.opening.setBusy, { body: { busyMinutes: 10 } })
  await page.reload()
  await expect(field(page, 'Saturday to 2')).toHaveValue('02:00')
  await expect(field(page, 'Reason of closed day 1')).toHaveValue('Diwali')
  await expectAccessible(page)
})

test('staff close and reopen the store, and customers see both changes', async ({
  staffPage: page,
  customer,
}) => {
  const meera = await customer()
  await page.goto(PATH)
  await press(page, 'Closed now')
  await press(page, 'Close the store')
  await toast(page, STATUS_SAVED)
  await expect(status(page)).toContainText('Orders are refused until you reopen the store')
  await expect(page.getByText(/^.+ closed the store at .+, until it is reopened\.$/)).toBeVisible()
  await expect(meera.order()).rejects.toThrow('The store is closed for now. Please try again later')
  await page.goto('/admin/dashboard')
  await expect(page.getByText(/^The store is closed\. Orders are refused/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(PATH)
  await press(page, 'Reopen')
  await toast(page, STATUS_SAVED)
  await expect(status(page)).toContainText('Customers can order.')
  await meera.order()

  await field(page, 'Opens again').selectOption('At a time')
  await press(page, 'Closed now')
  await expect(page.getByRole('alert')).toHaveText('Enter the date and time')
  await field(page, 'Date and time').fill('2020-01-01T10:00')
  await press(page, 'Closed now')
  await press(page, 'Close the store')
  await acknowledge(page, 'Choose a time to reopen that has not passed')
  await expect(field(page, 'Date and time')).toHaveValue('2020-01-01T10:00')
  await field(page, 'Opens again').selectOption('In 1 hour')
  await press(page, 'Closed now')
  await press(page, 'Close the store')
  await toast(page, STATUS_SAVED)
  await expect(page.getByText(/It opens again (at|on) .+\.$/)).toBeVisible()
})

test('a busy store adds minutes to the delivery time, which other screens of staff show at once', async ({
  staffPage: page,
  context,
  call,
}) => {
  const board = await context.newPage()
  await board.goto('/admin/orders/new?view=board')
  await expect(board.getByText('Live', { exact: true })).toBeVisible()
  await page.goto(PATH)
  await field(page, 'Minutes more').fill('200')
  await page.getByRole('button', { name: 'Busy, +200 minutes', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Minutes must be a whole number from 0 to 180')
  await field(page, 'Minutes more').fill('15')
  await press(page, 'Busy, +15 minutes')
  await toast(page, STATUS_SAVED)
  await expect(page.getByText('Customers read ‘25 minutes’, an estimate.')).toBeVisible()
  await expect(board.getByText('Busy: deliveries take 15 minutes longer.')).toBeVisible()
  await call(api.opening.close, { body: { isClosed: true } })
  await expect(board.getByText(/^The store is closed\. Orders are refused until/)).toBeVisible()
  await openAgain(call)
  await expect(board.getByText(/^The store is closed/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Busy, +10 minutes', exact: true })).toBeVisible()
})

test('hours that were saved concurrently are not overwritten, and nothing typed is lost', async ({
  staffPage: page,
  call,
}) => {
  await page.goto(PATH)
  await page.getByLabel('At these hours', { exact: true }).check()
  await field(page, 'Monday from').fill('06:00')
  const { version } = await call(api.opening.get, {})
  await call(api.opening.editHours, { body: { version, week: everyDay('09:00', '21:00'), closedDays: [] } })
  await expect(page.getByText('Somebody has changed the hours since you opened them.')).toBeVisible()
  await press(page, 'Save Changes')
  await acknowledge(page, 'Somebody has changed the opening hours. Load them and try again')
  await expect(field(page, 'Monday from')).toHaveValue('06:00')
  const changed = comparison(page)
  await expect(changed.getByRole('row').nth(1)).toHaveText('Monday09:00 to 21:0006:00 to 22:00')
  await page.reload()
  await expect(page.getByText(/^Draft of .* restored$/)).toBeVisible()
  await expect(field(page, 'Monday from')).toHaveValue('06:00')
  await call(api.opening.editHours, {
    body: { version: version + 1, week: everyDay('10:00', '21:00'), closedDays: [] },
  })
  await press(page, 'Save Changes')
  await acknowledge(page, 'Somebody has changed the opening hours. Load them and try again')
  await press(page, 'Use theirs')
  await expect(changed).toBeHidden()
  await expect(field(page, 'Monday from')).toHaveValue('10:00')
  await field(page, 'Monday from').fill('08:00')
  await press(page, 'Save Changes')
  await toast(page, HOURS_SAVED)
})
