import { randomUUID } from 'node:crypto'
import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test as base } from '../../test.ts'
import { acknowledge, form, remove } from '../list.ts'
import { aProduct } from './product.ts'
import { refuse } from '../table.ts'

const PLAYER = 'https://www.youtube-nocookie.com/embed/'
const NOT_A_CODE = 'Enter only the video code, not the full address'

/** Players load an empty page instead of YouTube. */
const test = base.extend({
  page: async ({ page }, give) => {
    const blank = '<!doctype html><html lang="en"><title>Player</title></html>'
    await page.route(`${PLAYER}**`, (route) => route.fulfill({ contentType: 'text/html', body: blank }))
    await give(page)
  },
})

const player = (page: Page, name: string) => page.locator(`iframe[title="Video: ${name}"]`)
const addVideo = (page: Page) => page.getByRole('button', { name: 'Add Video', exact: true }).click()
const save = (page: Page, title: string) =>
  form(page, title).getByRole('button', { name: 'Save', exact: true }).click()

test('adds, plays, edits and deletes a video, accessibly', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Filter कॉफ़ी 100%')
  await page.goto(`/admin/product/video/${productId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Product Videos')
  await expect(page.getByRole('main').getByText('Filter कॉफ़ी 100%', { exact: true })).toBeVisible()
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await addVideo(page)
  const added = form(page, 'Add Video')
  await expect(
    added.getByText(/^Enter only the video code, such as \S+, not the full address$/),
  ).toBeVisible()
  await added.getByLabel('Title').fill('Meera')
  await added.getByLabel('URL').fill('https://youtu.be/dQw4w9WgXcQ?si=1')
  await expect(added.getByRole('alert')).toHaveText(NOT_A_CODE)
  await added.getByRole('button', { name: 'Use the code dQw4w9WgXcQ', exact: true }).click()
  await expect(added.getByLabel('URL')).toHaveValue('dQw4w9WgXcQ')
  await expect(added.getByRole('alert')).toHaveCount(0)
  await added.getByLabel('About').fill('How she brews it\nand drinks it')
  await save(page, 'Add Video')
  await acknowledge(page, 'Video added successfully')
  await expect(added).toBeHidden()
  await expect(player(page, 'Meera')).toHaveAttribute('src', new RegExp(`^${PLAYER}dQw4w9WgXcQ\\?`))
  const { searchParams } = new URL((await player(page, 'Meera').getAttribute('src')) ?? '')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    autoplay: '1',
    mute: '1',
    loop: '1',
    playlist: 'dQw4w9WgXcQ',
  })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit Meera', exact: true }).click()
  const edited = form(page, 'Edit Video')
  await expect(edited.getByLabel('About')).toHaveValue('How she brews it\nand drinks it')
  await edited.getByLabel('Title').fill('Asha')
  await edited.getByLabel('URL').fill('https://youtu.be/dQw4w9WgXcQ')
  await expect(edited.getByRole('alert')).toHaveText(NOT_A_CODE)
  await expectAccessible(page)
  await edited.getByLabel('URL').fill('other-_1')
  await save(page, 'Edit Video')
  await acknowledge(page, 'Video updated successfully')
  await expect(player(page, 'Asha')).toHaveAttribute('src', new RegExp(`^${PLAYER}other-_1\\?`))
  await remove(page, 'Asha')
  await acknowledge(page, 'Video deleted successfully')
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
})

test('loads a player only while it is visible', async ({ staffPage: page, call }) => {
  const productId = await aProduct(call, 'Long review')
  for (const fullname of ['First', 'Second', 'Third', 'Last'])
    await call(api.videos.add, { body: { fullname, url: fullname, about: fullname, productId } })
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`/admin/product/video/${productId}`)
  await expect(player(page, 'First')).toBeAttached()
  await expect(player(page, 'Last')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Last', exact: true }).scrollIntoViewIfNeeded()
  await expect(player(page, 'Last')).toBeAttached()
  await expect(player(page, 'First')).toHaveCount(0)
  await page.getByRole('heading', { name: 'First', exact: true }).scrollIntoViewIfNeeded()
  await expect(player(page, 'First')).toBeAttached()
  await expect(player(page, 'Last')).toHaveCount(0)
})

test('validates the form before sending it, and keeps it after a server error', async ({
  staffPage: page,
  call,
}) => {
  const productId = await aProduct(call, 'Ragi')
  await page.goto(`/admin/product/video/${productId}`)
  await addVideo(page)
  const added = form(page, 'Add Video')
  await save(page, 'Add Video')
  await expect(added.getByRole('alert')).toHaveText('All fields is required')
  for (const name of ['Title', 'URL', 'About'])
    await expect(added.getByLabel(name)).toHaveAttribute('aria-invalid', 'true')
  await added.getByLabel('Title').fill('Ravi')
  await added.getByLabel('About').fill('Dosa')
  await added.getByLabel('URL').fill('https://video.example/dQw4')
  await expect(added.getByRole('button', { name: /^Use the code/ })).toHaveCount(0)
  await save(page, 'Add Video')
  await expect(added.getByRole('alert')).toHaveText(NOT_A_CODE)
  await added.getByLabel('URL').fill('dQw4')
  await call(api.products.remove, { params: { productId } })
  await save(page, 'Add Video')
  await acknowledge(page, 'Product not found')
  await expect(added.getByLabel('URL')).toHaveValue('dQw4')
  await expect(added.getByLabel('About')).toHaveValue('Dosa')
})

test('refreshes the list, and keeps the loaded videos after an error', async ({ staffPage: page, call }) => {
  const LIST = '**/api/v1/product/review/video/get/product/**'
  const productId = await aProduct(call, 'Poha')
  await page.goto(`/admin/product/video/${productId}`)
  await expect(page.getByText('No data found', { exact: true })).toBeVisible()
  await call(api.videos.add, { body: { fullname: 'Farhan', url: 'poha', about: 'Lunch', productId } })
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.click()
  await expect(player(page, 'Farhan')).toBeVisible()
  await page.route(LIST, refuse('The videos are being counted'))
  await refresh.click()
  await expect(page.getByText('The videos are being counted', { exact: true })).toBeVisible()
  await expect(player(page, 'Farhan')).toBeVisible()
  await page.unroute(LIST)
  await page.goto(`/admin/product/video/${randomUUID()}`)
  await expect(page.getByText('Product not found', { exact: true })).toBeVisible()
})
