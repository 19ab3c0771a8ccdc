import { FIELD_REQUIRED } from '@kirana/domain/texts'
import { required, strongPassword } from '@kirana/contract/wire/shapes'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { SignIn } from '#/components/shell/sign-in.tsx'

export const Route = createFileRoute('/_public/superadmin/signin')({ component: SuperadminSignIn })

/** The only sign-in that checks the strong-password pattern (specification, section 5). */
const credentials = z.object({
  username: required(FIELD_REQUIRED, 100),
  password: strongPassword(FIELD_REQUIRED),
})

function SuperadminSignIn() {
  return (
    <SignIn role="superadmin" title="Superadmin Log In" schema={credentials} home="/superadmin/dashboard" />
  )
}
