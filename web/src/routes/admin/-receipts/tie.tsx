import { stock, type StockRow } from '@kirana/contract/stock'
import { reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { FindVariant } from './find.tsx'

type Props = DialogState & { code: string; onTied: (row: StockRow) => void }

/** Adds an unknown barcode to a product that the user selects. */
export function TieBarcode({ code, onTied, ...dialog }: Props) {
  const edit = useWrite(stock.edit, {
    reload: [stock.list],
    onDone: onTied,
    // Reloads after a rejection because of another user's change, so that the next press sends current values.
    onError: () => void reloadAll([stock.list]),
    quiet: true,
  })
  const tie = ({ variantId, shelf, lowAt, barcodes, version }: StockRow) => {
    if (!edit.isSending)
      edit.send({ body: { variantId, shelf, lowAt, barcodes: [...barcodes, code], version } })
  }
  return (
    <Dialog
      {...dialog}
      width="medium"
      title={`No product has the barcode ${code}`}
      description="Find the product that it is printed on. It keeps the barcode."
    >
      <DialogBody>
        <FindVariant onChoose={tie} />
      </DialogBody>
    </Dialog>
  )
}
