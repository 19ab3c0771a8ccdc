import type { Order } from '@kirana/contract/orders'
import { byShelf } from '@kirana/domain/stock'
import { counted, formatDateTimeOr } from '#/lib/format.ts'
import { addressLine } from '../-people/address.ts'
import { piecesOf } from './words.ts'

/** The order's lines sorted by shelf, as on the picking screen. */
const shelved = ({ products, shelves }: Order) =>
  products.map((product, line) => ({ ...product, line, shelf: shelves[line] ?? '' })).toSorted(byShelf)

/** Pick list on A4: items to tick off, without prices. */
export const PickList = ({ order }: { order: Order }) => (
  <>
    <header className="mb-5 flex items-end justify-between gap-6 border-b-2 pb-3">
      <div>
        <p className="text-[11pt]">Pick list</p>
        <p className="text-[24pt] leading-tight font-bold whitespace-nowrap">{order.order_id}</p>
      </div>
      <div className="min-w-0 text-right text-[11pt] break-words">
        <p className="font-semibold">{order.address.fullName || order.user.fullName}</p>
        <p>Placed {formatDateTimeOr(order.dateAndTime, order.date)}</p>
        <p>Delivery in {order.deliveryTime}</p>
      </div>
    </header>
    <table>
      <thead>
        <tr className="border-b text-[10pt]">
          <th className="w-[12mm] pb-1 font-medium">Done</th>
          <th className="w-[24mm] pb-1 font-medium">Shelf</th>
          <th className="w-[24mm] pb-1 font-medium">Quantity</th>
          <th className="pb-1 font-medium">Product</th>
          <th className="w-[34mm] pb-1 font-medium">Variant</th>
        </tr>
      </thead>
      <tbody>
        {shelved(order).map((line) => (
          <tr key={line.variantId} className="border-b border-[#999]">
            <td className="py-[3mm]">
              <span className="mt-[1mm] block size-[7mm] border-2" />
            </td>
            <td className="py-[3mm] pr-2 text-[14pt] font-bold break-words">{line.shelf || '–'}</td>
            <td className="py-[2mm] text-[24pt] leading-[9mm] font-bold">{line.quantity} ×</td>
            <td className="py-[3mm] pr-3">
              <p className="text-[13pt] font-semibold">{line.productTitle}</p>
              <p className="text-[10pt]">{line.productCatagory}</p>
            </td>
            <td className="py-[3mm] text-[14pt] font-semibold">{line.productQuantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <footer className="whole mt-5 text-[11pt]">
      <p className="text-[13pt] font-semibold">
        {counted(order.products.length, 'line')}, {piecesOf(order)} in all
      </p>
      <p className="mt-1">To {addressLine(order.address)}</p>
      <p className="mt-10 flex gap-10">
        <span className="flex-1 border-t pt-1">Picked by</span>
        <span className="flex-1 border-t pt-1">Checked by</span>
      </p>
    </footer>
  </>
)
