import { staff } from '@kirana/contract/staff'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { ChangePassword } from '#/parts/change-password.tsx'
import { PageHeader } from '#/parts/page-header.tsx'

export const Route = createFileRoute('/admin/change/password')({ component: ChangePasswordScreen })

/** Non-empty is all this screen asks; the server asks for more (specification, section 5). */
const form = z.object({ password: z.string().check(z.minLength(1, 'Password is required')) })

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
