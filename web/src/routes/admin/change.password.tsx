import { PASSWORD_REQUIRED } from '@kirana/domain/texts'
import { staff } from '@kirana/contract/staff'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { ChangePassword } from '#/components/forms/change-password.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'

export const Route = createFileRoute('/admin/change/password')({ component: ChangePasswordScreen })

/**
 * This screen only checks that the password is not empty; the server checks its strength (specification, section 5).
 */
const form = z.object({ password: z.string().check(z.minLength(1, PASSWORD_REQUIRED)) })

function ChangePasswordScreen() {
  const change = useWrite(staff.changePassword, { fallback: 'Please try again later' })
  return (
    <>
      <PageHeader title="Change Password" />
      <div className="card p-5">
        <ChangePassword
          label="New Password"
          schema={form}
          onSend={(password) => change.sendAsync({ body: { password } })}
        />
      </div>
    </>
  )
}
