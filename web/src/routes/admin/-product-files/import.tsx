import { productFiles } from '@kirana/contract/product-files'
import { products } from '@kirana/contract/products'
import { urlOf } from '@kirana/contract/wire/request'
import { call, useWrite } from '#/lib/api.ts'
import { Images } from 'lucide-react'
import { Button } from '#/ui/button.tsx'
import { ImportDialog, type ImportProps } from '../-lists/import-dialog.tsx'
import { counted } from '#/lib/format.ts'
import { MissingNames } from './missing-names.tsx'

const rules = [
  'Each row is a variant. Rows with the same title in the same subcategory are one product; what is left empty of the product is as in the row above.',
  'Section, Category, Subcategory and Keywards are names. After the check you can create those that do not exist yet. Keywards stand in one cell with ; between them.',
  'Prices are rupees, discount and GST rate are percentages, the date is D/M/YYYY, Enabled is Yes or No.',
  'A row with the ids of an export changes that product and variant, a row without ids adds. What the file has no column for stays. 2,000 rows and 2 MB at most.',
]

type Props = ImportProps & {
  /** Opens the upload of pictures after an import. */
  onPictures: () => void
}

/** Imports products from a CSV file, with a dry run. */
export function ProductImport({ onPictures, ...dialog }: Props) {
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
          ? [`${counted(untaxed, 'product')} without an HSN code or GST rate. Invoices need both.`]
          : []),
        ...(unusualRates > 0
          ? [`${counted(unusualRates, 'product')} with another GST rate than 0, 5, 18 or 40 %. Check it.`]
          : []),
      ]}
      missingOf={({ missing }, onBusy, check) =>
        missing.length > 0 && (
          <MissingNames missing={missing} isLocked={add.isSending} onBusy={onBusy} onChange={check} />
        )
      }
      nextOf={({ products: added = 0 }, close) =>
        added > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p>New products have no pictures yet.</p>
            <Button
              variant="outline"
              size="small"
              onClick={() => {
                close()
                onPictures()
              }}
            >
              <Images aria-hidden />
              Add their pictures
            </Button>
          </div>
        )
      }
    />
  )
}
