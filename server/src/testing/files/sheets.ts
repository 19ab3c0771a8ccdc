import { api } from '@kirana/contract'
import type { Sent } from '@kirana/contract/wire/route'
import { expect } from 'vitest'
import { productHead } from '../../csv/product-columns.ts'
import { readCsv } from '../../csv/read.ts'
import { csvOf } from '../../csv/write.ts'
import { variants } from '../../tables/products.ts'
import type { Credentials, TestApp } from '../app.ts'
import type { factories } from '../factories.ts'

/** A row of a product file, by column name. */
export type Row = Record<string, string>
type Content = string | Uint8Array<ArrayBuffer>

export const fileOf = (content: Content) => [new File([content], 'products.csv')]
export const sheet = (rows: readonly Row[], head = productHead) =>
  csvOf(
    head,
    rows.map((row) => head.map((column) => row[column] ?? '')),
  )

/** The response to an import that adds and changes nothing. */
export const noCounts = { products: 0, variants: 0, changed: 0, unchanged: 0, wrong: 0 }
/** The response to the check of such a file. */
export const noFindings = {
  ...noCounts,
  untaxed: 0,
  unusualRates: 0,
  changes: [],
  totalChanges: 0,
  errors: [],
  totalErrors: 0,
  missing: [],
  totalMissing: 0,
  wrongRows: '',
  seen: expect.any(String) as string,
}

/** The same file with empty ids: all its products are new. */
export function withoutIds(text: string) {
  const [, ...rows] = readCsv(text).rows
  const isId = productHead.map((name) => name.endsWith(' Id'))
  return csvOf(
    productHead,
    rows.map(({ cells }) => cells.map((cell, n) => (isId[n] ? '' : cell))),
  )
}

/** Product file calls of one staff member; rows are in a new subcategory. */
export async function sheets(t: TestApp, make: ReturnType<typeof factories>, staff: Credentials) {
  const { section, category, subcategory } = await make.aSubcategory()
  const place = { Section: section.name, Category: category.name, Subcategory: subcategory.name }
  const check = (content: Content) => t.call(api.productFiles.check, { files: fileOf(content) }, staff)
  const exported = async (query = {}) => (await t.call(api.productFiles.export, { query }, staff)).raw
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
    importFile: (content: Content, body: Sent<typeof api.productFiles.import>['body'] = {}) =>
      t.call(api.productFiles.import, { body, files: fileOf(content) }, staff),
    exported,
    /** The export, changed row by row and written as a spreadsheet would. */
    edited: async (change: (row: Row, n: number) => Row, head: readonly string[] = productHead) => {
      const [names, ...lines] = readCsv(await exported()).rows
      const rows = lines.map(({ cells }) =>
        Object.fromEntries(cells.map((cell, n) => [names?.cells[n] ?? '', cell])),
      )
      return sheet(rows.map(change), head)
    },
    /** Selling price and version of every variant. */
    versions: async () => {
      const rows = await t.db.select().from(variants).orderBy(variants.sellingPrice)
      return rows.map(({ sellingPrice, version }) => [sellingPrice, version])
    },
  }
}
