import { staff } from '@kirana/contract/staff'
import { createFileRoute } from '@tanstack/react-router'
import { useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { fieldOf } from '#/components/forms/field-of.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { PasswordField } from '#/ui/password-field.tsx'
import { STRONG } from './-strong.ts'

export const Route = createFileRoute('/superadmin/staff/add')({ component: AddStaff })

/** Cleared on success, kept on failure. */
function AddStaff() {
  const form = useFields(staff.add.body, { name: '', email: '', username: '', password: '' })
  const add = useWrite(staff.add, { reload: [staff.list] })
  const submit = form.handleSubmit((body) =>
    add.sendAsync({ body }).then(
      () => form.reset(),
      () => {},
    ),
  )
  return (
    <>
      <PageHeader title="Add Staff" />
      <form
        noValidate
        className="card flex max-w-150 flex-col gap-4 p-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField label="Name" {...fieldOf(form, 'name')} />
        <TextField label="Email" type="email" {...fieldOf(form, 'email')} />
        <TextField
          label="Username"
          autoCapitalize="none"
          spellCheck={false}
          hint="Used to log in"
          {...fieldOf(form, 'username')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={STRONG}
          {...fieldOf(form, 'password')}
        />
        <Button type="submit" busy={form.formState.isSubmitting} className="self-start">
          Save
        </Button>
      </form>
    </>
  )
}
