import { productFiles } from '@kirana/contract/product-files'
import { products } from '@kirana/contract/products'
import { urlOf } from '@kirana/contract/request'
import { call, useWrite } from '#/lib/api.ts'
import { ImportDialog, type ImportProps, some } from '../-lists/import-dialog.tsx'

const rules = [
  'Each row is a variant. Rows with the same title in the same subcategory are one product; what is left empty of the product is as in the row above.',
  'Section, Category, Subcategory and Keywards are names that already exist. Keywards stand in one cell with ; between them.',
  'Prices are rupees, discount and GST rate are percentages, the date is D/M/YYYY, Enabled is Yes or No.',
  'A row with the ids of an export changes that product and variant, a row without ids adds. What the file has no column for stays. 2,000 rows and 2 MB at most.',
]

/** Imports products from a CSV file, with a dry run. */
export function ProductImport(dialog: ImportProps) {
  const add = useWrite(productFiles.import, { reload: [products.list, products.get] })
  return (
    <ImportDialog
      {...dialog}
      title="Import Products"
      one="product"
      rules={rules}
      template={{ label: 'Download the template', href: urlOf(productFiles.template.path, {}) }}
      check={async (file) => (await call(productFiles.check, { files: [file] })).data}
      save={async (file, { seen }, wrong) =>
        (await add.sendAsync({ body: { seen, wrong }, files: [file] })).data
      }
      isSaving={add.isSending}
      notesOf={({ untaxed, unusualRates }) => [
        ...(untaxed > 0
          ? [`${some(untaxed, 'product')} without an HSN code or GST rate. Invoices need both.`]
          : []),
        ...(unusualRates > 0
          ? [`${some(unusualRates, 'product')} with another GST rate than 0, 5, 18 or 40 %. Check it.`]
          : []),
      ]}
    />
  )
}
