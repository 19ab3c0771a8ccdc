import type { Quote } from '@kirana/contract/store/orders'
import { rupees } from '#/lib/format.ts'

const Row = ({ name, amount, sign = '' }: { name: string; amount: number; sign?: string }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0 break-words text-muted">{name}</dt>
    <dd className="numbers whitespace-nowrap">
      {sign}
      {rupees(amount)}
    </dd>
  </div>
)

/** The amount that the customer will pay, and the reasons why the order cannot be placed. */
export const PlacingBill = ({ quote }: { quote: Quote }) => (
  <>
    <dl aria-label="Bill" className="flex flex-col gap-1.5">
      <Row name="Subtotal" amount={quote.subtotal} />
      {quote.discount > 0 && <Row name="Discount" amount={quote.discount} sign="− " />}
      {quote.referDiscount > 0 && <Row name="Referral discount" amount={quote.referDiscount} sign="− " />}
      {quote.charges.map(({ title, amount }) => (
        <Row key={title} name={title} amount={amount} sign="+ " />
      ))}
      {quote.roundOff !== 0 && (
        <Row name="Round off" amount={Math.abs(quote.roundOff)} sign={quote.roundOff < 0 ? '− ' : '+ '} />
      )}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line-strong pt-2 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="numbers">{rupees(quote.totalPrice)}</dd>
      </div>
      {quote.cashRounding !== undefined && (
        <Row name="To collect in cash" amount={quote.totalPrice + quote.cashRounding} />
      )}
    </dl>
    {quote.notes.length > 0 && (
      <ul role="status" aria-label="Why it cannot be placed yet" className="flex flex-col gap-1">
        {quote.notes.map((note) => (
          <li key={note} className="rounded-control bg-warn-soft px-3 py-2 text-warn">
            {note}
          </li>
        ))}
      </ul>
    )}
  </>
)
