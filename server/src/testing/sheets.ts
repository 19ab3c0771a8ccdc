import { api } from '@kirana/contract'
import { sheetHead } from '@kirana/contract/product-sheet'
import { csvOf } from '../services/catalogue/csv.ts'
import type { Credentials, TestApp } from './app.ts'
import type { factories } from './factories.ts'

/** A row of a product file, by column name. */
export type Row = Record<string, string>
type Content = string | Uint8Array<ArrayBuffer>

export const fileOf = (content: Content) => [new File([content], 'products.csv')]
export const sheet = (rows: readonly Row[], head = sheetHead) =>
  csvOf(
    head,
    rows.map((row) => head.map((column) => row[column] ?? '')),
  )

/** Product file calls of one staff member; rows are in a new subcategory. */
export async function sheets(t: TestApp, make: ReturnType<typeof factories>, staff: Credentials) {
  const { section, category, subcategory } = await make.aSubcategory()
  const place = { Section: section.name, Category: category.name, Subcategory: subcategory.name }
  const check = (content: Content) => t.call(api.productFiles.check, { files: fileOf(content) }, staff)
  return {
    category,
    rice: (more: Row = {}): Row => ({
      Title: 'Rice',
      Subtitle: 'Basmati',
      Description: 'Long grains',
      ...place,
      Quantity: '500',
      Unit: 'GM',
      'Selling Price': '45.50',
      ...more,
    }),
    check,
    checked: async (rows: readonly Row[]) => (await check(sheet(rows))).data,
    importFile: (content: Content) => t.call(api.productFiles.import, { files: fileOf(content) }, staff),
    exported: async (query = {}) => (await t.call(api.productFiles.export, { query }, staff)).raw,
  }
}
