import { contact, type ContactMessage } from '@kirana/contract/contact'
import { formatDateTimeOr } from '#/lib/format.ts'
import { ApiError, reloadAll, useWrite } from '#/lib/api.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'

type State = ContactMessage['state']

export const stateNames: Record<State, string> = {
  new: 'New',
  'in-work': 'In progress',
  answered: 'Answered',
}
const tones: Record<State, Tone> = { new: 'info', 'in-work': 'warn', answered: 'ok' }

const at = (moment: string) => formatDateTimeOr(moment, moment)

/** The state of a contact message. */
export const StateBadge = ({ state }: Pick<ContactMessage, 'state'>) => (
  <Badge tone={tones[state]} dot>
    {stateNames[state]}
  </Badge>
)

/** The grievance officer's next deadline, and whether it has passed. */
export const DueDate = ({ dueAt, isOverdue, state }: ContactMessage) =>
  dueAt === null ? (
    <span className="text-muted">–</span>
  ) : (
    <span className="flex flex-col items-start gap-1">
      <span className="numbers text-muted">
        {state === 'new' ? 'Acknowledge' : 'Answer'} by {at(dueAt)}
      </span>
      {isOverdue && <Badge tone="bad">Overdue</Badge>}
    </span>
  )

const steps: Record<State, readonly { to: State; label: string; isMain?: true }[]> = {
  new: [
    { to: 'answered', label: 'Mark Answered' },
    { to: 'in-work', label: 'Start Work', isMain: true },
  ],
  'in-work': [
    { to: 'new', label: 'Back To New' },
    { to: 'in-work', label: 'Take Over' },
    { to: 'answered', label: 'Mark Answered', isMain: true },
  ],
  answered: [{ to: 'in-work', label: 'Reopen' }],
}

/** The state of a message with its dates and owner, and the buttons for the next steps. */
export function ContactStateSteps({
  message,
  onChanged = () => {},
}: {
  message: ContactMessage
  onChanged?: (message: ContactMessage) => void
}) {
  const reload = [contact.page, contact.of]
  const change = useWrite(contact.setState, {
    reload,
    onDone: onChanged,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stale') onChanged(error.data as ContactMessage)
      void reloadAll(reload)
    },
  })
  const { _id: messageId, state, version, owner, startedAt, answeredAt } = message
  return (
    <section aria-label="State" className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 text-sm">
        <StateBadge state={state} />
        {message.dueAt && <DueDate {...message} />}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">Owner</dt>
        <dd className="wrap-anywhere">{owner || 'Nobody yet'}</dd>
        {startedAt && (
          <>
            <dt className="text-muted">In progress since</dt>
            <dd className="numbers">{at(startedAt)}</dd>
          </>
        )}
        {answeredAt && (
          <>
            <dt className="text-muted">Answered</dt>
            <dd className="numbers">{at(answeredAt)}</dd>
          </>
        )}
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        {steps[state].map(({ to, label, isMain }) => (
          <Button
            key={label}
            variant={isMain ? 'primary' : 'outline'}
            disabled={change.isSending}
            onClick={() => change.send({ body: { messageId, state: to, version } })}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}
