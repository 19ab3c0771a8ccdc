import { staffSession } from '@kirana/contract/staff-session'
import { createFileRoute } from '@tanstack/react-router'
import { SignIn } from '#/components/shell/sign-in.tsx'

export const Route = createFileRoute('/_public/admin/signin')({ component: AdminSignIn })

function AdminSignIn() {
  return <SignIn role="staff" title="Admin Log In" schema={staffSession.login.body} home="/admin/dashboard" />
}
