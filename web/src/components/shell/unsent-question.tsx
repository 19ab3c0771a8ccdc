import { useState } from 'react'
import { counted } from '#/lib/format.ts'
import { discardUnsent, sendUnsent } from '#/lib/outbox/unsent.ts'
import { Choose } from '#/ui/alert.tsx'

type Props = {
  /** How many actions of the person wait. */
  count: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogout: () => void
}

/** Before Logout: what this device has not sent would stay until the same person signs in again. */
export function UnsentQuestion({ count, onLogout, ...props }: Props) {
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const send = async () => {
    setSending(true)
    const isSent = await sendUnsent()
    setSending(false)
    setFailed(!isSent)
    if (isSent) onLogout()
  }
  return (
    <Choose
      {...props}
      title={`${counted(count, 'action')} not sent yet`}
      back="Stay"
      busy={isSending}
      choices={[
        {
          label: 'Send first',
          consequence: hasFailed ? 'Not sent: there is no connection' : 'then logs out',
          onChoose: () => void send(),
        },
        {
          label: 'Discard',
          consequence: 'loses them and logs out',
          onChoose: () => {
            discardUnsent()
            onLogout()
          },
        },
      ]}
    />
  )
}
