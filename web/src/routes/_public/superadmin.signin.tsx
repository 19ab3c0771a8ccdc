import { FIELD_REQUIRED } from '@kirana/domain/texts'
import { superadmin } from '@kirana/contract/superadmin'
import { required, strongPassword } from '@kirana/contract/shapes'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { takeReturnPath } from '#/lib/session/ended-session.ts'
import { announceSession } from '#/lib/session/profiles.ts'
import { signedIn } from '#/lib/session/session.ts'
import { SignIn } from '#/components/shell/sign-in.tsx'

export const Route = createFileRoute('/_public/superadmin/signin')({ component: SuperadminSignIn })

/** The only sign-in that checks the strong-password pattern (specification, section 5). */
const credentials = z.object({
  username: required(FIELD_REQUIRED, 100),
  password: strongPassword(FIELD_REQUIRED),
})

function SuperadminSignIn() {
  const { history } = useRouter()
  const login = useWrite(superadmin.login, {
    onDone: (person) => {
      signedIn('superadmin', person)
      announceSession('superadmin')
      history.push(takeReturnPath('superadmin', '/superadmin/dashboard'))
    },
  })
  return (
    <SignIn title="Superadmin Log In" schema={credentials} onSend={(body) => login.sendAsync({ body })} />
  )
}
