import type { Withdrawal } from '@kirana/contract/withdrawals'
import { isIfsc, isUpi } from '@kirana/domain/payout'
import { formatPhone, rupees } from '#/lib/format.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'

/** The account that receives the money. */
export type Account = Pick<Withdrawal, 'upiId' | 'bankAcNumber' | 'ifscCode'>
export type Payout = Pick<Withdrawal, 'user' | 'amount' | 'isDone'>
/** Details beside the specified text of the status. */
export type Chip = { word: string; tone: Tone }

/** The payee's name as the user knows it: labels the row's buttons. */
export const payeeOf = ({ user }: Pick<Payout, 'user'>) => user.fullName || formatPhone(user.phone)

const NIL = 'NIL'

/** Maximum characters on one line. Longer accounts wrap, because the field accepts any text. */
const ON_A_LINE = 20

/** Account data as the customer typed it; invalid values are marked but never blocked. */
type TypedProps = { text: string; mark?: string | false; isWrapped?: boolean; onALine?: number }
const Typed = ({ text, mark = false, isWrapped = false, onALine = ON_A_LINE }: TypedProps) => (
  <span className="flex flex-col items-start gap-1">
    <span
      className={`numbers ${text.length > onALine ? 'break-all' : `whitespace-nowrap ${isWrapped ? 'md:max-xl:wrap-anywhere md:max-xl:whitespace-normal' : ''}`}`}
    >
      {text || NIL}
    </span>
    {text && mark && <Badge tone="warn">{mark}</Badge>}
  </span>
)
export const UpiId = ({ upiId, onALine }: Pick<Account, 'upiId'> & { onALine?: number }) => (
  <Typed
    text={upiId}
    mark={!isUpi(upiId) && 'Not a UPI ID'}
    isWrapped
    {...(onALine !== undefined && { onALine })}
  />
)
export const IfscCode = ({ ifscCode }: Pick<Account, 'ifscCode'>) => (
  <Typed text={ifscCode} mark={!isIfsc(ifscCode) && 'Not an IFSC Code'} onALine={11} />
)

/** Columns shared by requested and paid withdrawals (specification, section 2). */
export const payoutColumns = <Row extends Payout>(
  accountOf: (row: Row) => Account,
  chipOf: (row: Row) => Chip | null,
): Column<Row>[] => [
  {
    id: 'user',
    header: 'User',
    phone: 'title',
    cell: ({ user }) => <div className="wrap-anywhere md:min-w-20">{user.fullName || NIL}</div>,
  },
  {
    id: 'phone',
    header: 'Phone Number',
    phone: 'plain',
    cell: ({ user }) => <PhoneLink phone={user.phone} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    phone: 'end',
    sort: { key: 'amount', kind: 'amount' },
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
    phone: 'plain',
    cell: (row) => {
      const chip = chipOf(row)
      return (
        <span className="flex flex-wrap gap-1">
          <Badge tone={row.isDone ? 'ok' : 'warn'} dot>
            {row.isDone ? 'Completed' : 'Incomplete'}
          </Badge>
          {chip && <Badge tone={chip.tone}>{chip.word}</Badge>}
        </span>
      )
    },
  },
]
