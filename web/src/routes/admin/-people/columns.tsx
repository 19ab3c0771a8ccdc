import type { User } from '@kirana/contract/users'
import { Link } from '@tanstack/react-router'
import { rupees } from '#/lib/format.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import { EmailText } from '#/components/tables/email-text.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button } from '#/ui/button.tsx'
import { calledName } from './name.ts'

/** The dialogs that a row opens. */
export type View = 'addresses' | 'wallet' | 'notification' | 'personalData'
type Show = (user: User, view: View) => void

/** Columns of the users' list (specification, section 2). The name links to the customer's page. */
export const userColumns = (show: Show): Column<User>[] => [
  {
    id: 'name',
    header: 'Name',
    isRecord: true,
    phone: 'title',
    cell: (user) => <NameLink user={user} />,
    sort: { key: 'name', kind: 'text' },
  },
  {
    id: 'totalPayment',
    header: 'Total Payment',
    isNumeric: true,
    phone: 'end',
    cell: ({ totalPayment }) => <span className="font-medium">{rupees(totalPayment)}</span>,
    sort: { key: 'payment', kind: 'amount' },
  },
  {
    id: 'email',
    header: 'Email',
    cell: ({ email }) => (
      <div className="md:min-w-32">
        <EmailText email={email || 'NIL'} />
      </div>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    phone: 'plain',
    cell: ({ phone, isErased }) =>
      isErased ? <span className="text-muted">Erased</span> : <PhoneLink phone={phone} />,
  },
  {
    id: 'gender',
    header: 'Gender',
    cell: ({ gender }) => <div className="wrap-anywhere md:min-w-16">{gender || 'NIL'}</div>,
  },
  {
    id: 'country',
    header: 'Country',
    cell: ({ country }) => <div className="wrap-anywhere md:min-w-16">{country || 'NIL'}</div>,
  },
  {
    id: 'addresses',
    header: 'Addresses',
    phone: 'action',
    cell: (user) => <ViewButton user={user} view="addresses" show={show} />,
  },
  {
    id: 'wallet',
    header: 'Wallet',
    phone: 'action',
    cell: (user) => <ViewButton user={user} view="wallet" show={show} />,
  },
  {
    id: 'notification',
    header: 'Send Notification',
    phone: 'action',
    cell: (user) => <SendButton user={user} show={show} />,
  },
  {
    id: 'personalData',
    header: 'Personal Data',
    phone: 'action',
    cell: (user) => <PersonalDataButton user={user} show={show} />,
  },
]

const NameLink = ({ user }: { user: User }) => (
  <Link
    to="/admin/users/$userId"
    params={{ userId: user._id }}
    className="rounded-sm font-medium underline decoration-line-strong underline-offset-2 wrap-anywhere md:inline-block md:min-w-24 hover:decoration-ink coarse:py-3"
  >
    {user.fullName || 'NIL'}
  </Link>
)

type ButtonProps = { user: User; show: Show }

const ViewButton = ({ user, view, show }: ButtonProps & { view: 'addresses' | 'wallet' }) => (
  <Button
    variant="outline"
    size="small"
    aria-haspopup="dialog"
    aria-label={`View ${view} of ${calledName(user)}`}
    onClick={() => show(user, view)}
  >
    View<span className="md:hidden"> {view}</span>
  </Button>
)

const SendButton = ({ user, show }: ButtonProps) => (
  <Button
    size="small"
    variant="outline"
    aria-haspopup="dialog"
    aria-label={`SEND to ${calledName(user)}`}
    disabled={user.fcmToken === ''}
    title={
      user.fcmToken === '' ? 'No push token: notifications are not allowed in the customer’s app' : undefined
    }
    onClick={() => show(user, 'notification')}
  >
    SEND
  </Button>
)

const PersonalDataButton = ({ user, show }: ButtonProps) => (
  <Button
    size="small"
    variant="outline"
    aria-haspopup="dialog"
    aria-label={`View personal data of ${calledName(user)}`}
    disabled={user.isErased}
    title={user.isErased ? 'Already erased' : undefined}
    onClick={() => show(user, 'personalData')}
  >
    View<span className="md:hidden"> personal data</span>
  </Button>
)
