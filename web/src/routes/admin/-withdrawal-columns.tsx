import type { Withdrawal } from '@kirana/contract/withdrawals'
import { isIfsc, isUpi } from '@kirana/domain/payout'
import { formatPhone, rupees } from '#/lib/format.ts'
import { Badge } from '#/parts/badges.tsx'
import type { Column } from '#/parts/data-table.tsx'
import { PhoneLink } from '#/parts/phone-link.tsx'

/** Where the money goes. */
export type Account = Pick<Withdrawal, 'upiId' | 'bankAcNumber' | 'ifscCode'>
export type Payout = Pick<Withdrawal, 'user' | 'amount' | 'isDone'>

/** The person as the operator knows them: names the row's buttons. */
export const payeeOf = ({ user }: Pick<Payout, 'user'>) => user.fullName || formatPhone(user.phone)

const NIL = 'NIL'

/** A longer account than this is broken into lines: nobody's is, but anything may have been typed. */
const ON_A_LINE = 20

/** What the customer typed; one that cannot be right is marked, but never blocked. */
const Typed = ({ text, mark = false }: { text: string; mark?: string | false }) => (
  <span className="flex flex-col items-start gap-1">
    <span className={`numbers ${text.length > ON_A_LINE ? 'break-all' : 'whitespace-nowrap'}`}>
      {text || NIL}
    </span>
    {text && mark && <Badge tone="warn">{mark}</Badge>}
  </span>
)
export const UpiId = ({ upiId }: Pick<Account, 'upiId'>) => (
  <Typed text={upiId} mark={!isUpi(upiId) && 'Not a UPI ID'} />
)
export const IfscCode = ({ ifscCode }: Pick<Account, 'ifscCode'>) => (
  <Typed text={ifscCode} mark={!isIfsc(ifscCode) && 'Not an IFSC Code'} />
)

/** The columns that requests and paid-out withdrawals share (specification, section 2). */
export const payoutColumns = <Row extends Payout>(accountOf: (row: Row) => Account): Column<Row>[] => [
  {
    id: 'user',
    header: 'User',
    phone: 'title',
    cell: ({ user }) => <div className="wrap-anywhere md:min-w-20">{user.fullName || NIL}</div>,
  },
  { id: 'phone', header: 'Phone Number', cell: ({ user }) => <PhoneLink phone={user.phone} /> },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: ({ amount }) => <span className="font-medium">{rupees(amount)}</span>,
  },
  { id: 'upiId', header: 'UPI ID', cell: (row) => <UpiId {...accountOf(row)} /> },
  {
    id: 'bankAccount',
    header: 'Bank Account Number',
    cell: (row) => <Typed text={accountOf(row).bankAcNumber} />,
  },
  { id: 'ifsc', header: 'IFSC Code', cell: (row) => <IfscCode {...accountOf(row)} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ isDone }) => (
      <Badge tone={isDone ? 'ok' : 'warn'} dot>
        {isDone ? 'Completed' : 'Incomplete'}
      </Badge>
    ),
  },
]
