import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Ask } from '#/components/feedback/lazy.ts'

/**
 * Asks before unsaved changes are lost; the browser asks when the page itself is left. The router's own hook would be
 * loaded with every screen.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<{ open: boolean; answer: (stays: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isDirty) return
    Ask.preload()
    return history.block({
      blockerFn: () => new Promise((answer) => setQuestion({ open: true, answer })),
    })
  }, [history, isDirty])
  const answer = (stays: boolean) => {
    setQuestion(question && { ...question, open: false })
    question?.answer(stays)
  }
  return (
    question && (
      <Ask
        open={question.open}
        onOpenChange={() => answer(true)}
        title="Leave without saving?"
        description="Your changes are not saved yet and would be lost."
        action="Leave"
        onConfirm={() => answer(false)}
      />
    )
  )
}
