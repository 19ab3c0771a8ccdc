import type { RiderDay, RiderDrop } from '@kirana/contract/rider'
import { formatRupees } from '@kirana/domain/money'
import { isUpiUtr, upiLink } from '@kirana/domain/upi'
import { useState } from 'react'
import { QrCode } from '#/components/security/qr-code.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'

type Props = {
  drop: RiderDrop
  upi: NonNullable<RiderDay['upi']>
  onPaid: (utr: string) => void
  onCash: () => void
}

/** The customer scans a code with the exact amount. The rider enters the UTR that the customer's app shows. */
export function PayByUpi({ drop, upi, onPaid, onCash }: Props) {
  const [utr, setUtr] = useState('')
  const { id: upiId, name } = upi
  const amount = Math.round((drop.dueByUpi ?? drop.toCollect) * 100)
  return (
    <>
      <QrCode
        label={`UPI code of order ${drop.order_id}`}
        text={upiLink({ upiId, name, amount, note: drop.order_id })}
      />
      <p className="text-center text-sm wrap-anywhere text-muted">
        {upiId}
        <b className="numbers block text-2xl text-ink">{formatRupees(amount)}</b>
      </p>
      <TextField
        label="UTR"
        hint="12 digits, in the customer’s app below the payment"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={utr}
        onChange={({ target }) => setUtr(target.value.replace(/\D/g, ''))}
      />
      <Button className="h-14! w-full text-lg" disabled={!isUpiUtr(utr)} onClick={() => onPaid(utr)}>
        Paid by UPI
      </Button>
      <Button variant="outline" className="h-12!" onClick={onCash}>
        In cash instead
      </Button>
    </>
  )
}
