import type { CodeMessage } from '@kirana/contract/codes'
import { formatDateTime } from '#/lib/format.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'

type State = CodeMessage['state']

export const providerNames: Record<string, string> = {
  msg91: 'MSG91',
  twilio: 'Twilio',
  gupshup: 'Gupshup',
  http: 'HTTP gateway',
}
export const channelNames = { sms: 'SMS', whatsapp: 'WhatsApp' } as const
export const stateNames: Record<State, string> = {
  asked: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  'given-up': 'Given up',
}
const tones: Record<State, Tone> = { asked: 'info', sent: 'ok', failed: 'bad', 'given-up': 'bad' }

/** Advice for the superadmin by kind of error. */
const advice: Record<string, string> = {
  number: 'The phone can’t get this message.',
  template: 'Template, text or sender don’t match what is registered.',
  authentication: 'The provider doesn’t accept the account, its key or this server’s address.',
  balance: 'The account at the provider has no balance.',
  rejected: 'The provider refused it.',
  unavailable: 'The provider didn’t answer or was busy.',
  interrupted: 'The server stopped while it was sending.',
  replaced: 'A newer code was requested.',
}

export const StateBadge = ({ state }: { state: State }) => (
  <Badge tone={tones[state]} dot>
    {stateNames[state]}
  </Badge>
)

/** Why a code was not sent: the advice, and the provider's message. */
export const Reason = ({ error, reason }: { error: string; reason: string }) =>
  error === '' ? (
    '–'
  ) : (
    <div className="wrap-anywhere md:min-w-40">
      <p>{advice[error] ?? error}</p>
      {reason && <p className="text-xs text-muted">{reason}</p>}
    </div>
  )

export const codeColumns: Column<CodeMessage>[] = [
  {
    id: 'at',
    header: 'Date',
    phone: 'plain',
    sort: { key: 'date', kind: 'date', isDefault: true, by: ({ dateAndTime }) => dateAndTime },
    cell: ({ dateAndTime }) => (
      <time dateTime={dateAndTime} className="numbers whitespace-nowrap">
        {formatDateTime(new Date(dateAndTime))}
      </time>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    phone: 'title',
    cell: ({ phone, purpose }) => (
      <>
        <span className="numbers whitespace-nowrap">{phone}</span>
        {purpose === 'test' && <p className="text-xs font-normal text-muted">Test</p>}
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    phone: 'end',
    sort: { key: 'state', kind: 'text', by: ({ state }) => stateNames[state] },
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: 'channel',
    header: 'Channel',
    phone: 'plain',
    sort: { key: 'channel', kind: 'text', by: ({ channel }) => channelNames[channel] },
    cell: ({ channel }) => channelNames[channel],
  },
  {
    id: 'attempts',
    header: 'Attempts',
    isNumeric: true,
    sort: { key: 'attempts', kind: 'amount', by: ({ attempts }) => attempts },
    cell: ({ attempts }) => attempts,
  },
  { id: 'reason', header: 'Reason', cell: (message) => <Reason {...message} /> },
  {
    id: 'message',
    header: 'Message ID',
    phone: 'none',
    cell: ({ messageId }) => <span className="numbers text-xs wrap-anywhere">{messageId || '–'}</span>,
  },
]
