import { staff } from '@kirana/contract/staff'
import { createFileRoute } from '@tanstack/react-router'
import { useWrite } from '#/lib/api.ts'
import { signedIn } from '#/lib/session.ts'
import { SignIn } from '#/components/shell/sign-in.tsx'

export const Route = createFileRoute('/_public/admin/signin')({ component: AdminSignIn })

function AdminSignIn() {
  const navigate = Route.useNavigate()
  const login = useWrite(staff.login, {
    onDone: (person) => {
      signedIn('staff', person)
      void navigate({ to: '/admin/dashboard' })
    },
  })
  return (
    <SignIn title="Admin Log In" schema={staff.login.body} onSend={(body) => login.sendAsync({ body })} />
  )
}
