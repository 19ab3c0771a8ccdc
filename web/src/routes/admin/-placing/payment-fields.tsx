import { rupees } from '#/lib/format.ts'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { TextField } from '#/ui/field.tsx'

type Props = {
  /** Rupees in the customer's wallet. */
  money: number
  payment: 'cod' | 'wallet'
  onPayment: (payment: 'cod' | 'wallet') => void
  coupon: string
  onCoupon: (coupon: string) => void
}

/** The payment method and the coupon. */
export const PaymentFields = ({ money, payment, onPayment, coupon, onCoupon }: Props) => (
  <>
    <RadioGroup
      name="payment"
      legend="Payment"
      value={payment}
      onChange={(next) => onPayment(next === 'wallet' ? 'wallet' : 'cod')}
      choices={[
        { value: 'cod', label: 'Cash on delivery' },
        { value: 'wallet', label: `Wallet, ${rupees(money)}` },
      ]}
    />
    <TextField
      label="Coupon"
      value={coupon}
      maxLength={50}
      onChange={({ target }) => onCoupon(target.value)}
    />
  </>
)
