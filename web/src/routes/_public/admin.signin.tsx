import { staff } from '@kirana/contract/staff'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useWrite } from '#/lib/api.ts'
import { takeReturnPath } from '#/lib/session/ended-session.ts'
import { announceSession } from '#/lib/session/profiles.ts'
import { signedIn } from '#/lib/session/session.ts'
import { SignIn } from '#/components/shell/sign-in.tsx'

export const Route = createFileRoute('/_public/admin/signin')({ component: AdminSignIn })

function AdminSignIn() {
  const { history } = useRouter()
  const login = useWrite(staff.login, {
    onDone: (person) => {
      signedIn('staff', person)
      announceSession('staff')
      history.push(takeReturnPath('staff', '/admin/dashboard'))
    },
  })
  return (
    <SignIn title="Admin Log In" schema={staff.login.body} onSend={(body) => login.sendAsync({ body })} />
  )
}
