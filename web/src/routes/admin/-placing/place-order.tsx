import type { ManualOrder } from '@kirana/contract/manual-orders'
import { staffOrders } from '@kirana/contract/staff-orders'
import type { SavedAddress } from '@kirana/contract/wire/address'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { rupees } from '#/lib/format.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { TextField } from '#/ui/field.tsx'
import { PhotoViewer } from '../-photos/viewer.tsx'
import { PlacingBill } from './bill.tsx'
import { useCart } from './cart.ts'
import { DestinationFields, newDestination, pincodeOf, sentDestination } from './destination.tsx'
import { CartLines } from './lines.tsx'
import { LostAnswer, useSentAt } from './lost-answer.tsx'
import { ProductSearch } from './search.tsx'
import { usePlacing } from './use-placing.ts'

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
  /** The photographed list that it is placed from; null for a customer on the phone. */
  list: ManualOrder | null
  onPlaced: (orderId: string) => void
  /** A second person has to approve the payment first. */
  onWaiting: () => void
}

/** Places an order for a customer: the list's photo beside the search, the items, the bill and the address. */
export function PlaceOrder({ buyer, list, onPlaced, onWaiting }: Props) {
  const cart = useCart(list?._id ?? buyer._id)
  const [destination, setDestination] = useState(() => newDestination(buyer, buyer.address))
  const [payment, setPayment] = useState<'cod' | 'wallet'>('cod')
  const [coupon, setCoupon] = useState('')
  const stage = useRef<HTMLDivElement>(null)
  const items = cart.lines.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
  const who = list ? { manualOrderId: list._id } : { userId: buyer._id }
  const pincode = pincodeOf(destination, buyer.address)
  const isPincode = /^\d{6}$/.test(pincode)
  const asked = { ...who, items, pincode, payment, coupon: useDebounced(coupon.trim(), 400) }
  const query = useQuery({
    ...read(staffOrders.quote, { body: asked }),
    placeholderData: keepPreviousData,
    enabled: items.length > 0 && isPincode,
  })
  const quote = items.length > 0 && isPincode ? query.data : undefined
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
  const [sentAt, keepSent] = useSentAt(buyer._id)
  /** An earlier visit sent an order and got no response. */
  const [wasSent, setWasSent] = useState(!list && sentAt !== null)
  // Another tab may have cleared it.
  const isLost = wasSent && sentAt !== null
  const dismiss = () => {
    keepSent(null)
    setWasSent(false)
  }
  const isLocked = place.isLocked || isLost
  const isPriced = !query.isFetching && !query.isPlaceholderData && asked.coupon === coupon.trim()
  const isReady = quote !== undefined && quote.notes.length === 0 && isPriced
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
    setWasSent(false)
    place.send(order)
  }
  return (
    <>
      {isLost && (
        <LostAnswer
          customerId={buyer._id}
          sentAt={sentAt}
          onPlaced={(orderId) => {
            dismiss()
            placed(orderId)
          }}
          onDismiss={dismiss}
        />
      )}
      <div
        className={`grid items-start gap-4 ${list ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}
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
              <RadioGroup
                name="payment"
                legend="Payment"
                value={payment}
                onChange={(next) => setPayment(next === 'wallet' ? 'wallet' : 'cod')}
                choices={[
                  { value: 'cod', label: 'Cash on delivery' },
                  { value: 'wallet', label: `Wallet, ${rupees(buyer.money)}` },
                ]}
              />
              <TextField
                label="Coupon"
                value={coupon}
                maxLength={50}
                onChange={({ target }) => setCoupon(target.value)}
              />
            </fieldset>
            {query.isError && items.length > 0 && (
              <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            )}
            {quote ? (
              <PlacingBill quote={quote} />
            ) : (
              !query.isError && <p className="text-muted">{missingOf(items.length, isPincode)}</p>
            )}
            {place.refusal && (
              <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
                {place.refusal}
              </p>
            )}
            {place.isUnknown && (
              <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
                Not known whether this order was placed. Try again: it is placed once.
              </p>
            )}
            <Button
              size="large"
              aria-disabled={(!isReady || isLost) && !place.isUnknown}
              busy={place.isSending}
              onClick={send}
            >
              {place.isUnknown
                ? 'Try again'
                : quote
                  ? `Place order for ${rupees(quote.totalPrice)}`
                  : 'Place order'}
            </Button>
          </section>
        </div>
      </div>
    </>
  )
}

/** The text in place of the bill until the server has computed it. */
const missingOf = (items: number, isPincode: boolean) =>
  items === 0
    ? 'Add an item to see the bill'
    : isPincode
      ? 'Reading the bill …'
      : 'Enter the pincode to see the bill'
