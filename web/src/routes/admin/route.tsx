import { createFileRoute, redirect } from '@tanstack/react-router'
import { pickQuestion } from '#/lib/pick-question.ts'
import { useStore } from '#/lib/store.ts'
import { sessionOf } from '#/lib/session/session.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { AdminShell } from '#/components/shell/admin-shell.tsx'
import { Guard } from '#/components/shell/guard.tsx'

export const Route = createFileRoute('/admin')({
  beforeLoad: () => {
    if (sessionOf('staff') === null) throw redirect({ to: '/' })
  },
  component: Admin,
})

/** Asks what to do with a pick that a status change would discard, for all screens that set a status. */
const PickQuestion = lazyComponent(
  async () => (await import('./-orders/discard-question.tsx')).PickQuestionDialog,
)

function Admin() {
  const isAsked = useStore(pickQuestion) !== null
  return (
    <Guard role="staff">
      <AdminShell />
      <PickQuestion open={isAsked} onOpenChange={() => pickQuestion.set(null)} />
    </Guard>
  )
}
