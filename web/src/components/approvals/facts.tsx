import type { Approval } from '@kirana/contract/approvals'
import { counted, formatDateTimeOr, formatPhone } from '#/lib/format.ts'
import { addressOfFile } from '#/lib/file-address.ts'
import { useAllowed, useOpensScreen } from '#/lib/session/allowed.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { customerOf } from './words.ts'

const linkClass =
  'font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current coarse:inline-flex coarse:min-h-11 coarse:items-center'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted">{name}</dt>
    <dd className="numbers min-w-0 wrap-anywhere">{children}</dd>
  </div>
)

/** The documents that prove a payout. The superadmin may not read documents of customers. */
function Documents({ files }: { files: readonly string[] }) {
  const mayRead = useAllowed({ can: 'withdrawals.read' })
  if (!mayRead) return counted(files.length, 'document')
  return (
    <span className="flex flex-wrap gap-x-4">
      {files.map((file, index) => (
        <a
          key={file}
          href={addressOfFile(file)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Document ${index + 1}, opens in a new tab`}
          className={linkClass}
        >
          Document {index + 1}
        </a>
      ))}
    </span>
  )
}

/** The customer and order of the request, as links where the reader may open them. */
function About({ approval, isLinked }: { approval: Approval; isLinked: boolean }) {
  const opens = useOpensScreen()
  const { kind, order, user, rider } = approval
  const may = (path: string) => isLinked && opens(path)
  if (!user)
    return may('/admin/cash') ? (
      <Link to="/admin/cash" hash="riders" className={linkClass}>
        {rider?.name}
      </Link>
    ) : (
      rider?.name
    )
  const customer = `${customerOf(approval)}, ${formatPhone(user.phone)}`
  return (
    <span className="flex flex-wrap gap-x-4">
      {may('/admin/users/') ? (
        <Link to="/admin/users/$userId" params={{ userId: user._id }} className={linkClass}>
          {customer}
        </Link>
      ) : (
        customer
      )}
      {order && may('/admin/order/') && (
        <Link to="/admin/order/get/$orderId" params={{ orderId: order._id }} className={linkClass}>
          Order {order.order_id}
        </Link>
      )}
      {(kind === 'payout' || kind === 'payout-refusal') && may('/admin/withdrawal/requests') && (
        <Link to="/admin/withdrawal/requests" className={linkClass}>
          Withdrawal Requests
        </Link>
      )}
    </span>
  )
}

/** The items and the delivery address of an order paid from the wallet, shown instead of a payee. */
function Delivery({ delivery }: { delivery: NonNullable<Approval['delivery']> }) {
  const { products, place, pincode, isSavedAddress } = delivery
  return (
    <>
      <Fact name="Items">
        <ul>
          {products.map(({ productTitle, productQuantity, quantity }, index) => (
            <li key={index}>
              {quantity} × {productTitle || 'A deleted product'} {productQuantity}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Deliver to">
        {[place, pincode].filter(Boolean).join(', ') || 'A deleted address'}
        {pincode && (
          <span className={isSavedAddress ? 'block text-muted' : 'block font-medium text-warn'}>
            {isSavedAddress ? 'An address that the customer saved' : 'Not an address that the customer saved'}
          </span>
        )}
      </Fact>
    </>
  )
}

const when = (at: string) => formatDateTimeOr(at, '')

/** The requester, the reason, the expiry and the subject of the request. */
export function Facts({ approval, isLinked }: { approval: Approval; isLinked: boolean }) {
  const { account, delivery, reason, supportingDocs, utr, askedBy, dateAndTime, expiresAt, state } = approval
  const { decidedBy, decidedAt, answer } = approval
  const payee = account && [account.upiId, account.bankAcNumber, account.ifscCode].filter(Boolean).join(', ')
  return (
    <dl className="mt-2 grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 text-sm">
      <Fact name={approval.rider ? 'Rider' : 'Customer'}>
        <About approval={approval} isLinked={isLinked} />
      </Fact>
      {delivery && <Delivery delivery={delivery} />}
      {payee && <Fact name="Account">{payee}</Fact>}
      {reason && <Fact name="Reason">{reason}</Fact>}
      {utr && <Fact name="UTR">{utr}</Fact>}
      {supportingDocs.length > 0 && (
        <Fact name="Proof">
          <Documents files={supportingDocs} />
        </Fact>
      )}
      <Fact name="Asked by">
        {askedBy}, {when(dateAndTime)}
      </Fact>
      {state === 'waiting' && <Fact name="Expires">{when(expiresAt)}</Fact>}
      {decidedAt && (
        <Fact name="Decided by">
          {decidedBy}, {when(decidedAt)}
        </Fact>
      )}
      {answer && <Fact name={state === 'refused' ? 'Refused because' : 'Failed because'}>{answer}</Fact>}
    </dl>
  )
}
