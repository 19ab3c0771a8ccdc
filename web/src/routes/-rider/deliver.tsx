import type { RiderDay, RiderDrop } from '@kirana/contract/rider'
import { MAX_REST_TO_WALLET } from '@kirana/domain/cash'
import { useState } from 'react'
import { rupees } from '#/lib/format.ts'
import { act } from '#/lib/outbox/drops.ts'
import type { DoorProof } from '#/lib/outbox/drop-action.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { DoorCode } from './door-code.tsx'
import { PayByUpi } from './pay-by-upi.tsx'

export const big = 'h-14! w-full text-lg'

type StepProps = { drop: RiderDrop; onBack: () => void }
type Upi = RiderDay['upi']
/** `walletRoom`: rupees of change that may go to customers' wallets within the rider's cash limit. */
export type Door = { drop: RiderDrop; upi: Upi; walletRoom: number }

export const Back = ({ onBack }: Pick<StepProps, 'onBack'>) => (
  <Button variant="text" className="h-12!" onClick={onBack}>
    Back
  </Button>
)

/** Asks for the door code, if one is needed, and then for the payment. */
export function Deliver({ onBack, ...door }: StepProps & Door) {
  const [proof, setProof] = useState<DoorProof | null>(door.drop.needsCode ? null : {})
  return (
    <>
      {proof ? <Payment {...door} proof={proof} /> : <DoorCode onDone={setProof} />}
      <Back onBack={onBack} />
    </>
  )
}

/**
 * The payment at the door. Exact cash takes one press. If the customer gives more, the rest is change or goes to their
 * wallet.
 */
function Payment({ drop, proof, upi, walletRoom }: Door & { proof: DoorProof }) {
  const [received, setReceived] = useState('')
  const [hasLeft, setHasLeft] = useState(false)
  const [isUpi, setUpi] = useState(false)
  const { toCollect } = drop
  const deliver = { do: 'deliver', ...proof } as const
  if (toCollect === 0)
    return (
      <Button className={big} onClick={() => act(drop, { ...deliver, paidBy: 'none' })}>
        Handed over
      </Button>
    )
  if (upi && isUpi)
    return (
      <PayByUpi
        drop={drop}
        upi={upi}
        onPaid={(utr) => act(drop, { ...deliver, paidBy: 'upi', utr })}
        onCash={() => setUpi(false)}
      />
    )
  const amount = Number(received)
  const rest = Math.round((amount - toCollect) * 100) / 100
  const cash = (toWallet: boolean) =>
    act(drop, { ...deliver, paidBy: 'cash', received: amount, ...(toWallet && { toWallet }) })
  return (
    <>
      <Button className={big} onClick={() => act(drop, { ...deliver, paidBy: 'cash' })}>
        Exactly {rupees(toCollect)} in cash
      </Button>
      {upi && (
        <Button variant="outline" className="h-14! w-full text-lg" onClick={() => setUpi(true)}>
          By UPI
        </Button>
      )}
      <TextField
        label="Or the customer hands over more (₹)"
        inputMode="decimal"
        value={received}
        error={received !== '' && hasLeft && !(rest >= 0) ? `Enter ${rupees(toCollect)} or more` : undefined}
        onChange={({ target }) => {
          setReceived(target.value)
          setHasLeft(false)
        }}
        onBlur={() => setHasLeft(true)}
      />
      {rest > 0 && (
        <div className="flex flex-col gap-3">
          <Button className="h-12!" onClick={() => cash(false)}>
            Give {rupees(rest)} change
          </Button>
          {rest * 100 <= MAX_REST_TO_WALLET && rest <= walletRoom && (
            <Button variant="outline" className="h-12!" onClick={() => cash(true)}>
              {rupees(rest)} to the customer’s wallet
            </Button>
          )}
        </div>
      )}
    </>
  )
}
