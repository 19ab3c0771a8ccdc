import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionOf } from '#/lib/session/session.ts'
import { AdminShell } from '#/components/shell/admin-shell.tsx'
import { Guard } from '#/components/shell/guard.tsx'
import { PickQuestionHost } from './-orders/pick-question-host.tsx'

export const Route = createFileRoute('/admin')({
  beforeLoad: () => {
    if (sessionOf('staff') === null) throw redirect({ to: '/' })
  },
  component: Admin,
})

function Admin() {
  return (
    <Guard role="staff">
      <AdminShell />
      <PickQuestionHost />
    </Guard>
  )
}
