import { stock, type StockRow } from '@kirana/contract/stock'
import { useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { FindVariant } from './find.tsx'

type Props = DialogState & { code: string; onTied: (row: StockRow) => void }

/** A barcode that no product has: the product that is chosen gets it. */
export function TieBarcode({ code, onTied, ...dialog }: Props) {
  const edit = useWrite(stock.edit, { reload: [stock.list], onDone: onTied, quiet: true })
  const tie = ({ variantId, shelf, lowAt, barcodes }: StockRow) => {
    if (!edit.isSending) edit.send({ body: { variantId, shelf, lowAt, barcodes: [...barcodes, code] } })
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
