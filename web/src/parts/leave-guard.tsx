import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Ask } from '#/ui/alert.tsx'

/**
 * Asks before changes that are not saved are left behind; the browser asks where the way leads out of the product.
 * The router's own hook for it would be loaded with every screen.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { history } = useRouter()
  const [asked, setAsked] = useState<{ open: boolean; answer: (stays: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isDirty) return
    return history.block({
      blockerFn: () => new Promise((answer) => setAsked({ open: true, answer })),
    })
  }, [history, isDirty])
  const answer = (stays: boolean) => {
    setAsked(asked && { ...asked, open: false })
    asked?.answer(stays)
  }
  return (
    asked && (
      <Ask
        open={asked.open}
        onOpenChange={() => answer(true)}
        title="Leave without saving?"
        description="Your changes are not saved yet and would be lost."
        action="Leave"
        onConfirm={() => answer(false)}
      />
    )
  )
}
