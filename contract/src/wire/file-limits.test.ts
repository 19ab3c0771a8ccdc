import { expect, test } from 'vitest'
import { api, callsOf } from '../index.ts'

test.each([
  ['productFiles.import', 1, 'Choose a CSV file'],
  ['stockFiles.import', 1, 'Choose a CSV file'],
  ['productImages.add', 6, 'Select at least 1 image'],
  ['categories.add', 1, 'Name, image and section is required'],
  ['categories.edit', 1, undefined],
  ['subcategories.add', 1, 'Name and image is required'],
  ['subcategories.edit', 1, undefined],
  ['banners.add', 1, 'Image is required'],
  ['withdrawals.approve', 5, undefined],
  ['storeManualOrders.add', 5, 'Select at least 1 photo'],
])('%s accepts up to %i files', (name, max, required) => {
  const rule = callsOf(api).find((call) => call.name === name)?.route.files
  expect([rule?.max, rule?.required]).toEqual([max, required])
})
