import { createFileRoute, redirect } from '@tanstack/react-router'
import { sessionOf } from '#/lib/session/session.ts'
import { SuperadminShell } from '#/components/shell/superadmin-shell.tsx'
import { Guard } from '#/components/shell/guard.tsx'

export const Route = createFileRoute('/superadmin')({
  beforeLoad: () => {
    if (sessionOf('superadmin') === null) throw redirect({ to: '/' })
  },
  component: Superadmin,
})

function Superadmin() {
  return (
    <Guard role="superadmin">
      <SuperadminShell />
    </Guard>
  )
}
