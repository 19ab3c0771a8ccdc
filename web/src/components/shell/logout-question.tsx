import { useState } from 'react'
import { ReceiptQuestion } from './receipt-question.tsx'
import type { Unsaved } from './unsaved.ts'
import { UnsentQuestion } from './unsent-question.tsx'

type Props = {
  unsaved: Unsaved
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogout: () => void
}

/** Asks before Logout what happens to the unsent actions, then to the receipt that is not saved. */
export function LogoutQuestion({ unsaved: { count, receipt }, onLogout, ...props }: Props) {
  const [isDecided, setDecided] = useState(count === 0)
  if (isDecided && receipt) return <ReceiptQuestion {...props} receipt={receipt} onLogout={onLogout} />
  return (
    <UnsentQuestion
      {...props}
      whose="staff"
      count={count}
      onLogout={() => (receipt ? setDecided(true) : onLogout())}
    />
  )
}
