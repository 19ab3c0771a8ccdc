import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'

/** The message for an empty field of a product or a variant. */
export const FIELDS = 'All fields is required'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** The ids of a section, category and subcategory of the sample store. */
export async function aPlace(call: Call) {
  const [category] = await call(api.categories.list, { query: {} })
  const { _id = '', sectionId = '', name = '' } = category ?? {}
  const [subcategory] = await call(api.subcategories.list, { query: { categoryId: _id } })
  return { section: sectionId, catagory: _id, name, subcategory: subcategory?._id ?? '' }
}

/** Adds a product without images and variants; returns its id. */
export async function aProduct(call: Call, title: string) {
  const { name: _, ...place } = await aPlace(call)
  const body = { ...place, title, subTitle: 'Pack', description: 'As it is', loyaltyPoint: 3 }
  return (await call(api.products.add, { body }))._id
}
