import type { Order } from '@kirana/contract/orders'
import { count, counted, rupees } from '#/lib/format.ts'
import { LinePicture } from '../-lists/line-picture.tsx'
import { cashTotal, piecesOf } from '../-orders/words.ts'

/** The order's items and bill, from the line amounts to the total. */
export function OrderBill({ order }: { order: Order }) {
  return (
    <section aria-labelledby="items" className="card overflow-hidden">
      <header className="flex items-baseline gap-2 border-b border-line px-4 py-3 sm:px-5">
        <h2 id="items" className="text-lg font-semibold">
          Items
        </h2>
        <span className="numbers text-sm text-muted">
          {counted(order.products.length, 'product')}, {piecesOf(order)}
        </span>
      </header>
      <ul className="divide-y divide-line">
        {order.products.map((line) => (
          <li key={line.variantId} className="flex items-center gap-3 px-4 py-3 sm:gap-4 sm:px-5">
            <LinePicture file={line.productImage} />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{line.productTitle}</p>
              <p className="text-sm text-muted">
                {[line.productQuantity, line.productCatagory].filter(Boolean).join(' · ')}
              </p>
              {line.picked && <Picked line={line} />}
              <p className="numbers mt-0.5 text-sm text-muted sm:hidden">
                {rupees(line.price)} × {count(line.quantity)}
              </p>
            </div>
            <p className="numbers text-right text-muted max-sm:hidden">
              {rupees(line.price)}{' '}
              <span className={line.quantity > 1 ? 'font-semibold text-ink' : ''}>
                × {count(line.quantity)}
              </span>
            </p>
            <p className="numbers min-w-20 text-right font-medium sm:min-w-24">
              {line.picked && line.picked.totalPrice !== line.totalPrice && (
                <s className="block text-sm font-normal text-muted">{rupees(line.totalPrice)}</s>
              )}
              {rupees(line.picked?.totalPrice ?? line.totalPrice)}
            </p>
          </li>
        ))}
      </ul>
      <Sum order={order} />
    </section>
  )
}

/** The result of picking a line, if it differs from the order. */
function Picked({ line: { picked, quantity } }: { line: Order['products'][number] }) {
  if (!picked) return null
  const { quantity: found, swap, grams } = picked
  const isMissing = found < quantity && swap === null
  return (
    <p className={`mt-0.5 text-sm break-words ${isMissing ? 'text-bad' : 'text-info'}`}>
      {found < quantity && `${count(found)} of ${count(quantity)} found`}
      {found < quantity && swap && ', '}
      {swap && `instead ${count(swap.quantity)} × ${swap.productTitle}, ${swap.productQuantity}`}
      {grams !== null && `${found < quantity ? ', ' : ''}weighs ${count(grams)} g`}
    </p>
  )
}

type StepProps = { name: string; detail?: string; amount: number; sign?: '−' | '+' }

const Step = ({ name, detail, amount, sign }: StepProps) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0 break-words text-muted">
      {name}
      {detail && <span className="ml-1.5 font-medium text-ink">{detail}</span>}
    </dt>
    <dd className={`numbers whitespace-nowrap ${sign === '−' ? 'text-ok' : ''}`}>
      {sign && `${sign} `}
      {rupees(amount)}
    </dd>
  </div>
)

function Sum({ order }: { order: Order }) {
  const { subtotal, discount, coupon, referDiscount, referCode, charges, roundOff } = order
  const { totalPrice, placedTotal, refunded, refundedTotal, net, cashRounding = 0 } = order
  return (
    <div className="border-t border-line bg-sunken px-4 py-4 sm:px-5">
      <dl aria-label="Bill" className="ml-auto flex flex-col gap-2 sm:max-w-90">
        <Step name="Subtotal" amount={subtotal} />
        {(discount > 0 || coupon) && <Step name="Discount" detail={coupon} amount={discount} sign="−" />}
        {(referDiscount > 0 || referCode) && (
          <Step name="Referral discount" detail={referCode} amount={referDiscount} sign="−" />
        )}
        {charges.map(({ title, amount }) => (
          <Step key={title} name={title} amount={amount} sign="+" />
        ))}
        {roundOff !== 0 && (
          <Step name="Round off" amount={Math.abs(roundOff)} sign={roundOff < 0 ? '−' : '+'} />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd className="numbers">{rupees(totalPrice)}</dd>
        </div>
        {cashRounding !== 0 && (
          <>
            <Step
              name="Rounding of cash"
              amount={Math.abs(cashRounding)}
              sign={cashRounding < 0 ? '−' : '+'}
            />
            <Step name="Total in cash" amount={cashTotal(order)} />
          </>
        )}
        {placedTotal !== undefined && placedTotal !== totalPrice && (
          <>
            <Step name="Total when ordered" amount={placedTotal} />
            {refunded > 0 && <Step name="Refunded for missing items" amount={refunded} />}
          </>
        )}
        {refundedTotal > 0 && net < totalPrice && (
          <>
            <Step name="Refunded in all" amount={refundedTotal} />
            <Step name="Net" amount={net} />
          </>
        )}
      </dl>
    </div>
  )
}
