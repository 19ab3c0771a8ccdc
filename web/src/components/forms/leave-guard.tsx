import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Ask } from '#/components/feedback/lazy.ts'

type Props = {
  isDirty: boolean
  /** The changes are stored in this browser as a draft. */
  isDraft?: boolean
}

/**
 * Asks before unsaved changes are lost by navigation; the browser asks when the page itself is closed. Does not use the
 * router's own hook, because that would load with every screen.
 */
export function LeaveGuard({ isDirty, isDraft = false }: Props) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<{ open: boolean; answer: (stays: boolean) => void } | null>(null)
  useEffect(() => {
    if (!isDirty) return
    Ask.preload()
    return history.block({
      blockerFn: () => new Promise((answer) => setQuestion({ open: true, answer })),
      enableBeforeUnload: !isDraft,
    })
  }, [history, isDirty, isDraft])
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
        description={
          isDraft
            ? 'Your changes are not saved yet. They stay in this browser as a draft.'
            : 'Your changes are not saved yet and would be lost.'
        }
        destructive={!isDraft}
        action="Leave"
        onConfirm={() => answer(false)}
      />
    )
  )
}
