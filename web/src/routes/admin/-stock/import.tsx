import { urlOf } from '@kirana/contract/wire/request'
import { stock } from '@kirana/contract/stock'
import { stockFiles } from '@kirana/contract/stock-files'
import { call, useWrite } from '#/lib/api.ts'
import { ImportDialog, type ImportProps } from '../-lists/import-dialog.tsx'

const rules = [
  'Each row names a variant by its Variant Id or a Barcode. Counted sets the pieces on hand, Received adds pieces; an empty cell changes nothing.',
  'Received pieces may have an Expiry, their last good day as D/M/YYYY, and a Cost, rupees for one piece. Two dates of a variant are two rows.',
  'Shelf sets where the variant lies, By Weight (Yes or No) whether it is weighed when it is picked. On Hand, Title and Pack are for reading. 2,000 rows and 2 MB at most.',
]

/** Imports counts and receipts from a CSV file, with a dry run. */
export function StockImport(dialog: ImportProps) {
  const add = useWrite(stockFiles.import, { reload: [stock.list, stock.movements] })
  return (
    <ImportDialog
      {...dialog}
      title="Import Stock"
      one="row"
      rules={rules}
      template={{
        label: 'Download all variants',
        href: urlOf(stockFiles.export.path, { query: { search: '', filter: '' } }),
      }}
      check={async (file) => (await call(stockFiles.check, { files: [file] })).data}
      save={async (file, { seen }, wrong) =>
        (await add.sendAsync({ body: { seen, wrong }, files: [file] })).data
      }
      isSaving={add.isSending}
    />
  )
}
