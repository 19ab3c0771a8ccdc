import { useNavigate } from '@tanstack/react-router'
import { counted } from '#/lib/format.ts'
import type { UnsavedReceipt } from '#/lib/session/unsaved-receipt.ts'
import { Choose } from '#/ui/alert.tsx'

type Props = {
  receipt: UnsavedReceipt
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogout: () => void
}

/**
 * Asked before Logout, because a receipt that was not saved has costs, which other users of this device must not read,
 * and may be the only copy of what was received.
 */
export function ReceiptQuestion({ receipt: { lines, isSent, discard }, onLogout, ...props }: Props) {
  const navigate = useNavigate()
  return (
    <Choose
      {...props}
      title={isSent ? 'Not known whether a receipt was saved' : 'A receipt is not saved yet'}
      back="Stay"
      choices={[
        {
          label: 'Open it',
          consequence: isSent
            ? 'to try again: it is received once'
            : lines > 0
              ? `to save its ${counted(lines, 'line')}`
              : 'to complete it',
          onChoose: () => {
            props.onOpenChange(false)
            void navigate({ to: '/admin/stock/receipts', search: {} })
          },
        },
        {
          label: 'Discard',
          consequence: isSent ? 'logs out. It may have been received already' : 'loses it and logs out',
          onChoose: () => {
            discard()
            onLogout()
          },
        },
      ]}
    />
  )
}
