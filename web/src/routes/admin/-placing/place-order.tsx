import type { ManualOrder } from '@kirana/contract/manual-orders'
import type { SavedAddress } from '@kirana/contract/wire/address'
import { useRef, useState } from 'react'
import { messageOf } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import { PhotoViewer } from '../-photos/viewer.tsx'
import { PlacingBill } from './bill.tsx'
import { useCart } from './cart.ts'
import { DestinationFields, newDestination, pincodeOf, sentDestination } from './destination.tsx'
import { CartLines } from './lines.tsx'
import { LostAnswer, useLostOrder } from './lost-answer.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { ProductSearch } from './search.tsx'
import { usePlacing } from './use-placing.ts'
import { useQuote } from './use-quote.ts'

/** The customer of the order; `money` is rupees in the wallet. */
export type Buyer = {
  _id: string
  fullName: string
  phone: string
  address: readonly SavedAddress[]
  money: number
}

type Props = {
  buyer: Buyer
  /** The photographed list from which the order is placed; null for a customer who calls. */
  list: ManualOrder | null
  onPlaced: (orderId: string) => void
  /** Called if a second person has to approve the payment first. */
  onWaiting: () => void
}

/** Places an order for a customer. Shows the list's photos, the product search, the items, the bill and the address. */
export function PlaceOrder({ buyer, list, onPlaced, onWaiting }: Props) {
  const cart = useCart(list?._id ?? buyer._id)
  const [destination, setDestination] = useState(() => newDestination(buyer, buyer.address))
  const [payment, setPayment] = useState<'cod' | 'wallet'>('cod')
  const [coupon, setCoupon] = useState('')
  const stage = useRef<HTMLDivElement>(null)
  const items = cart.lines.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
  const who = list ? { manualOrderId: list._id } : { userId: buyer._id }
  const pincode = pincodeOf(destination, buyer.address)
  const { query, quote, isCurrent, missing } = useQuote({
    ...who,
    items,
    pincode,
    payment,
    coupon: coupon.trim(),
  })
  const placed = (orderId: string) => {
    cart.clear()
    onPlaced(orderId)
  }
  const place = usePlacing(
    { list, buyerId: buyer._id },
    {
      onPlaced: placed,
      onWaiting: () => {
        cart.clear()
        onWaiting()
      },
    },
  )
  const { lostAt, ignore, dismiss } = useLostOrder(buyer._id, list !== null)
  const isLost = lostAt !== null
  const isLocked = place.isLocked || isLost
  const isReady = quote !== undefined && quote.notes.length === 0 && isCurrent
  const send = () => {
    if (place.isUnknown) return place.retry()
    if (!isReady || isLost || place.isSending) return
    const order = {
      items,
      coupon: coupon.trim(),
      payment,
      expectedTotal: quote.totalPrice,
      ...sentDestination(destination),
    }
    ignore()
    place.send(order)
  }
  return (
    <>
      {isLost && (
        <LostAnswer
          customerId={buyer._id}
          sentAt={lostAt}
          onPlaced={(orderId) => {
            dismiss()
            placed(orderId)
          }}
          onDismiss={dismiss}
        />
      )}
      <div
        className={`grid grid-cols-1 items-start gap-4 ${list ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}
      >
        {list && (
          <section aria-label="Order List" className="card p-3 lg:sticky lg:top-4">
            <PhotoViewer photos={list.orderPath} stage={stage} />
          </section>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <fieldset disabled={isLocked} className="contents">
            <ProductSearch cart={cart} />
            <CartLines cart={cart} quote={quote} />
          </fieldset>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2">
          <fieldset disabled={isLocked} className="contents">
            <DestinationFields saved={buyer.address} value={destination} onChange={setDestination} />
          </fieldset>
          <section aria-label="Bill and payment" className="card flex flex-col gap-3 p-4">
            <fieldset disabled={isLocked} className="contents">
              <PaymentFields
                money={buyer.money}
                payment={payment}
                onPayment={setPayment}
                coupon={coupon}
                onCoupon={setCoupon}
              />
            </fieldset>
            {query.isError && items.length > 0 && (
              <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            )}
            {quote ? (
              <PlacingBill quote={quote} />
            ) : (
              !query.isError && <p className="text-muted">{missing}</p>
            )}
            <PlacingNotices refusal={place.refusal} isUnknown={place.isUnknown} />
            <PlaceButton
              total={quote?.totalPrice}
              isUnknown={place.isUnknown}
              isDisabled={!isReady || isLost}
              isSending={place.isSending}
              onPlace={send}
            />
          </section>
        </div>
      </div>
    </>
  )
}

type Notices = { refusal: string; isUnknown: boolean }

/** Says why the order was rejected, or that it is unknown whether it was placed. */
const PlacingNotices = ({ refusal, isUnknown }: Notices) => (
  <>
    {refusal && (
      <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
        {refusal}
      </p>
    )}
    {isUnknown && (
      <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
        Not known whether this order was placed. Try again: it is placed once.
      </p>
    )}
  </>
)

type ButtonProps = {
  /** Rupees; undefined until the bill is known. */
  total: number | undefined
  /** Whether the last attempt may have placed the order. The button then sends it again. */
  isUnknown: boolean
  isDisabled: boolean
  isSending: boolean
  onPlace: () => void
}

const PlaceButton = ({ total, isUnknown, isDisabled, isSending, onPlace }: ButtonProps) => (
  <Button size="large" aria-disabled={isDisabled && !isUnknown} busy={isSending} onClick={onPlace}>
    {isUnknown ? 'Try again' : total === undefined ? 'Place order' : `Place order for ${rupees(total)}`}
  </Button>
)
