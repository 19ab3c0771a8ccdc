import { useState } from 'react'
import { counted } from '#/lib/format.ts'
import type { Sending } from '#/lib/outbox/sending.ts'
import { discardUnsent, sendUnsent, unsentKeys, type Whose } from '#/lib/outbox/unsent.ts'
import { Choose } from '#/ui/alert.tsx'

type Props = {
  whose: Whose
  /** The number of unsent actions of the user. */
  count: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogout: () => void
}

/** Asked before Logout, because unsent actions would wait on this device until the same user signs in again. */
export function UnsentQuestion({ whose, count, onLogout, ...props }: Props) {
  const [isSending, setSending] = useState(false)
  const [asked, setAsked] = useState<ReadonlySet<string> | null>(null)
  const [outcome, setOutcome] = useState<Sending | null>(null)
  if (props.open !== (asked !== null)) {
    setAsked(props.open ? unsentKeys(whose) : null)
    setOutcome(null)
  }
  const send = async () => {
    setSending(true)
    const sending = await sendUnsent(whose, asked ?? new Set())
    setSending(false)
    setOutcome(sending)
    if (sending.state === 'sent') onLogout()
  }
  const discard = {
    label: 'Discard',
    consequence: 'loses them and logs out',
    onChoose: () => {
      discardUnsent(whose)
      onLogout()
    },
  }
  if (outcome?.state === 'refused')
    return (
      <Choose
        {...props}
        title={`${counted(outcome.refused, 'action')} not accepted`}
        back="Stay"
        choices={[discard]}
      />
    )
  return (
    <Choose
      {...props}
      title={`${counted(count, 'action')} not sent yet`}
      back="Stay"
      busy={isSending}
      choices={[
        {
          label: 'Send first',
          consequence: outcome ? 'Not sent: there is no connection' : 'then logs out',
          onChoose: () => void send(),
        },
        discard,
      ]}
    />
  )
}
