import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'
import { aPictureFile } from '@kirana/testing/png'
import { expect, test } from '../test.ts'
import { form } from './list.ts'
import { aPlace, aProduct } from './products/product.ts'
import { comparison, draftNote, saveStale, settle } from '../stale.ts'

/** An edit form, and another user's change of the same record. */
type Edited = {
  path: string
  /** The button that opens the form, and the title of the form. */
  opens: RegExp | string
  title: RegExp | string
  /** The field that both users change: its label, the typed value, and the value that the other user saves. */
  label: string
  mine: string
  theirs: string
  /** Saves `theirs` as the other user. */
  change: (theirs: string) => Promise<unknown>
  /** Returns the stored value. */
  stored: () => Promise<string | undefined>
  /** Removes the record, if it would disturb other tests. */
  remove?: () => Promise<unknown>
}

/** Returns the id of the record with this name, and a function that returns its current name. */
async function listed<Row extends { _id: string }>(
  list: () => Promise<readonly Row[]>,
  nameOf: (row: Row) => string,
  name: string,
) {
  const _id = (await list()).find((row) => nameOf(row) === name)?._id ?? ''
  const stored = async () => (await list()).filter((row) => row._id === _id).map(nameOf)[0]
  return { _id, stored }
}

async function aSection(call: Call): Promise<Edited> {
  await call(api.sections.add, { params: { name: 'Stale section' } })
  const list = () => call(api.sections.list, {})
  const { _id: sectionId, stored } = await listed(list, ({ name }) => name, 'Stale section')
  return {
    path: '/admin/catagories',
    opens: 'Edit Stale section',
    title: 'Edit Section',
    label: 'Name',
    mine: 'My section',
    theirs: 'Their section',
    change: (name) => call(api.sections.edit, { body: { sectionId, name } }),
    stored,
  }
}

async function aCategory(call: Call): Promise<Edited> {
  const { section: sectionId } = await aPlace(call)
  await call(api.categories.add, { body: { name: 'Stale category', sectionId }, files: [aPictureFile()] })
  const list = () => call(api.categories.list, { query: { isGetAll: 'true' } })
  const { _id: catagoryId, stored } = await listed(list, ({ name }) => name, 'Stale category')
  return {
    path: '/admin/catagories',
    opens: 'Edit Stale category',
    title: 'Edit Catagory',
    label: 'Name',
    mine: 'My category',
    theirs: 'Their category',
    change: (name) => call(api.categories.edit, { body: { catagoryId, sectionId, name } }),
    stored,
  }
}

async function aSubcategory(call: Call): Promise<Edited> {
  const { catagory: categoryId, name: category } = await aPlace(call)
  await call(api.subcategories.add, { body: { name: 'Stale kind', categoryId }, files: [aPictureFile()] })
  const list = () => call(api.subcategories.list, { query: { categoryId } })
  const { _id: subCategoryId, stored } = await listed(list, ({ name }) => name, 'Stale kind')
  return {
    path: `/admin/subcategory/${categoryId}/${encodeURIComponent(category)}`,
    opens: 'Edit Stale kind',
    title: 'Edit subCatagory',
    label: 'Name',
    mine: 'My kind',
    theirs: 'Their kind',
    change: (name) => call(api.subcategories.edit, { body: { subCategoryId, name } }),
    stored,
  }
}

async function aKeyword(call: Call): Promise<Edited> {
  await call(api.keywords.add, { body: { name: 'Stale keyward' } })
  const list = () => call(api.keywords.list, {})
  const { _id: keywardId, stored } = await listed(list, ({ name }) => name, 'Stale keyward')
  return {
    path: '/admin/keywards',
    opens: 'Edit Stale keyward',
    title: 'Edit Keyward',
    label: 'Keyward Name',
    mine: 'My keyward',
    theirs: 'Their keyward',
    change: (name) => call(api.keywords.edit, { body: { keywardId, name } }),
    stored,
  }
}

async function aPincode(call: Call): Promise<Edited> {
  await call(api.pincodes.add, { body: { pincode: '799201' } })
  const list = () => call(api.pincodes.list, {})
  const { _id: pincodeId, stored } = await listed(list, ({ pincode }) => pincode, '799201')
  return {
    path: '/admin/pincodes',
    opens: 'Edit 799201',
    title: 'Edit Pincode',
    label: 'Pincode',
    mine: '799202',
    theirs: '799203',
    change: (pincode) => call(api.pincodes.edit, { body: { pincodeId, pincode } }),
    stored,
  }
}

async function aCharge(call: Call): Promise<Edited> {
  // Bills of other tests are below the minimum.
  const body = {
    title: 'Stale charge',
    chargeAmount: 5,
    chargeType: 'Rupees' as const,
    minimumAmount: 900_000,
  }
  await call(api.charges.add, { body })
  const list = () => call(api.charges.list, {})
  const { _id: chargeId, stored } = await listed(list, ({ title }) => title, body.title)
  return {
    path: '/admin/charges',
    opens: 'Edit Stale charge',
    title: 'Edit Charge',
    label: 'Title',
    mine: 'My charge',
    theirs: 'Their charge',
    change: (title) => call(api.charges.edit, { body: { ...body, chargeId, title } }),
    stored,
    remove: () => call(api.charges.remove, { params: { id: chargeId } }),
  }
}

async function aVideo(call: Call): Promise<Edited> {
  const productId = await aProduct(call, 'Stale videos')
  const body = { productId, url: 'dQw4w9WgXcQ', about: 'How to cook it' }
  await call(api.videos.add, { body: { ...body, fullName: 'Stale video' } })
  const list = () => call(api.videos.list, { params: { productId } })
  const { _id: videoId, stored } = await listed(list, ({ fullName }) => fullName, 'Stale video')
  return {
    path: `/admin/product/video/${productId}`,
    opens: /^Edit .*Stale video/,
    title: 'Edit Video',
    label: 'Title',
    mine: 'My video',
    theirs: 'Their video',
    change: (fullName) => call(api.videos.edit, { body: { ...body, videoId, fullName } }),
    stored,
  }
}

async function aRider(call: Call): Promise<Edited> {
  const body = { phone: '9700012399', cashLimit: 100 }
  await call(api.riders.add, { body: { ...body, name: 'Stale rider' } })
  const list = () => call(api.riders.list, {})
  const { _id: riderId, stored } = await listed(list, ({ name }) => name, 'Stale rider')
  return {
    path: '/admin/riders',
    opens: 'Edit Stale rider',
    title: 'Edit Rider',
    label: 'Name',
    mine: 'My rider',
    theirs: 'Their rider',
    change: (name) => call(api.riders.edit, { body: { ...body, riderId, name } }),
    stored,
  }
}

async function aShelf(call: Call): Promise<Edited> {
  const productId = await aProduct(call, 'Stale shelf')
  const { variant } = await call(api.variants.add, {
    body: { productId, value: 1, unit: 'PCS', sellingPrice: 90 },
  })
  const variantId = variant[0]?.variantId ?? ''
  const list = () => call(api.stock.list, { params: { page: 1 }, query: { search: 'Stale shelf' } })
  return {
    path: '/admin/stock?search=Stale+shelf',
    opens: /^Shelf and barcodes of Stale shelf/,
    title: /^Shelf & Barcodes of Stale shelf/,
    label: 'Shelf',
    mine: 'A1',
    theirs: 'B2',
    change: (shelf) => call(api.stock.edit, { body: { variantId, shelf, lowAt: 0, barcodes: [] } }),
    stored: async () => (await list()).data[0]?.shelf,
  }
}

for (const [name, make] of Object.entries({
  section: aSection,
  category: aCategory,
  subcategory: aSubcategory,
  keyward: aKeyword,
  pincode: aPincode,
  charge: aCharge,
  video: aVideo,
  rider: aRider,
  shelf: aShelf,
}))
  test(`a refused edit of a ${name} shows the other user’s value beside mine, and its draft survives a reload`, async ({
    staffPage: page,
    call,
  }) => {
    // The player loads an empty page instead of YouTube.
    await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }))
    const { path, opens, title, label, mine, theirs, change, stored, remove } = await make(call)
    await page.goto(path)
    const open = () => page.getByRole('button', { name: opens, exact: typeof opens === 'string' }).click()
    await open()
    const edited = typeof title === 'string' ? form(page, title) : page.getByRole('dialog', { name: title })
    const typed = edited.getByLabel(label, { exact: true })
    await typed.fill(mine)
    await page.reload()
    await open()
    await expect(typed).toHaveValue(mine)
    await expect(draftNote(page)).toBeVisible()
    await change(theirs)
    await saveStale(page, edited, /^Somebody has changed this \w+ since you opened it$/)
    await expect(comparison(page).getByRole('row')).toHaveText([
      'FieldTheirsMine',
      `${label}${theirs}${mine}`,
    ])
    await settle(page, 'Keep mine')
    await expect(edited).toBeHidden()
    expect(await stored()).toBe(mine)
    await remove?.()
  })
