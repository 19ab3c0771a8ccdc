import type { Withdrawal } from '@kirana/contract/withdrawals'
import { isUpi } from '@kirana/domain/payout'
import { upiLink } from '@kirana/domain/upi'
import type { ReactNode } from 'react'
import { rupees } from '#/lib/format.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { IfscCode, payeeOf, UpiId } from './columns.tsx'

const QrCode = lazyComponent(async () => (await import('#/components/security/qr-code.tsx')).QrCode)

const linkOf = ({ upiId, user, amount }: Withdrawal) =>
  upiLink({ upiId, name: user.fullName, amount: Math.round(amount * 100), note: 'Withdrawal' })

/** Payee, amount and account, each to copy into the bank's form or to scan. */
export const Payee = ({ row }: { row: Withdrawal }) => (
  <>
    <dl className="flex flex-col divide-y divide-line rounded-control border border-line px-4 py-1">
      <Fact name="Amount" copy={row.amount.toFixed(2)} what="amount">
        <span className="text-lg font-semibold">{rupees(row.amount)}</span>
      </Fact>
      <Fact name="User" copy={row.user.fullName} what="name">
        <span className="font-medium">{payeeOf(row)}</span>
      </Fact>
      <Fact name="Phone Number" copy={row.user.phone} what="phone number">
        <PhoneLink phone={row.user.phone} />
      </Fact>
      {row.upiId && (
        <Fact name="UPI ID" copy={row.upiId} what="UPI ID">
          <UpiId upiId={row.upiId} onALine={15} />
        </Fact>
      )}
      {row.bankAcNumber && (
        <Fact name="Bank Account Number" copy={row.bankAcNumber} what="bank account number">
          <span className="break-all">{row.bankAcNumber}</span>
        </Fact>
      )}
      {row.ifscCode && (
        <Fact name="IFSC Code" copy={row.ifscCode} what="IFSC code">
          <IfscCode ifscCode={row.ifscCode} />
        </Fact>
      )}
    </dl>
    {isUpi(row.upiId) && (
      <figure className="mt-3 text-center text-sm text-muted">
        <QrCode label={`UPI code for ${payeeOf(row)}`} text={linkOf(row)} />
        <figcaption className="mt-1">Scan it with a UPI app: payee and amount are filled in</figcaption>
      </figure>
    )}
  </>
)

type FactProps = { name: string; copy: string; what: string; children: ReactNode }

const Fact = ({ name, copy, what, children }: FactProps) => (
  <div className="flex min-h-10 items-center gap-3 py-0.5">
    <dt className="w-24 shrink-0 text-sm text-muted sm:w-40">{name}</dt>
    <dd className="numbers flex min-w-0 flex-1 items-center justify-between gap-2">
      <span className="min-w-0 break-words">{children}</span>
      {copy && <CopyButton text={copy} what={what} />}
    </dd>
  </div>
)
