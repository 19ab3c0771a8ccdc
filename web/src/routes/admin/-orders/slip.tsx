import type { OrderRow } from '@kirana/contract/orders'
import { fssaiLine } from '@kirana/domain/fssai'
import { formatDateTimeOr, formatPhone, rupees } from '#/lib/format.ts'
import { addressLines } from '../-people/address.ts'
import { bagItems, keyOf } from './bag.ts'
import { piecesOf, toCollect } from './words.ts'

type Props = {
  order: OrderRow
  /** The company's FSSAI licence number; '' without one. */
  fssai: string
}

/** Delivery slip for an 80 mm receipt printer: address, items in the bag and amount to collect. */
export function Slip({ order, fssai }: Props) {
  const { title, text } = toCollect(order)
  const { address, user } = order
  const items = bagItems(order)
  return (
    <>
      <p className="text-[18pt] leading-tight font-bold whitespace-nowrap">{order.order_id}</p>
      <p className="text-[9pt]">{formatDateTimeOr(order.dateAndTime, order.date)}</p>
      <div className="whole mt-2 border-t-2 pt-2">
        <p className="text-[13pt] font-bold">{address.fullName || user.fullName}</p>
        {addressLines(address).map((line) => (
          <p key={line} className="text-[11pt] break-words">
            {line}
          </p>
        ))}
        <p className="text-[12pt] font-semibold">{formatPhone(address.phone || user.phone)}</p>
      </div>
      <table className="mt-2 border-y">
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              <td className="w-[10mm] py-0.5 font-bold whitespace-nowrap">{item.quantity} ×</td>
              <td className="py-0.5 break-words">
                {item.productTitle}, {item.productQuantity}
                {item.insteadOf && <p className="text-[9pt]">instead of {item.insteadOf}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 flex justify-between">
        <span>{piecesOf({ products: items })}</span>
        <span className="font-semibold">Total {rupees(order.totalPrice)}</span>
      </p>
      <div className="whole mt-2 border-2 p-2 text-center">
        <p className="text-[15pt] leading-tight font-bold">{title}</p>
        <p>{text}</p>
      </div>
      <p className="mt-2 text-center text-[9pt] empty:hidden">{fssaiLine(fssai)}</p>
    </>
  )
}
