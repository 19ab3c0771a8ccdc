import { roles } from '@kirana/contract/roles'
import { staffLabels, staff, type StaffRow } from '@kirana/contract/staff'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { read, reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Ask } from '#/components/feedback/lazy.ts'
import { SelectField, TextField } from '#/components/forms/fields.tsx'
import { NewPassword } from '#/components/forms/new-password.tsx'
import { STRONG } from './strong.ts'

type StaffDialogProps = DialogState & { person: StaffRow }

const reload = [staff.list]
const { name, email } = staff.edit.body.shape
const edited = z.object({ name, email, roleId: z.string() })
const chosen = z.object({ roleId: z.string() })
const reset = z.object({ password: staff.resetPassword.body.shape.password })

const editReload = [staff.list, roles.list]

export function EditStaff({ person, ...dialog }: StaffDialogProps) {
  const edit = useWrite(staff.edit, { reload: editReload, onError: () => void reloadAll(editReload) })
  const { data: choices = [person.role] } = useQuery(read(roles.list, {}))
  return (
    <FormDialog
      {...dialog}
      title="Edit Staff"
      description={`Username: ${person.username}`}
      labels={staffLabels}
      draft={person._id}
      schema={edited}
      values={{ name: person.name, email: person.email, roleId: person.role._id }}
      compared={{
        record: person,
        show: { roleId: (id) => choices.find((role) => role._id === id)?.name ?? '' },
      }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, staffId: person._id, version } })}
    >
      <TextField name="name" />
      <TextField name="email" type="email" />
      <SelectField name="roleId" choices={choices.map((role) => ({ value: role._id, label: role.name }))} />
    </FormDialog>
  )
}

/**
 * Asks for the role of a staff member who was just added. The preselected role is the one they have until it is saved.
 */
export function ChooseRole({ person, ...dialog }: StaffDialogProps) {
  const edit = useWrite(staff.edit, { reload: editReload })
  const { data: choices = [person.role] } = useQuery(read(roles.list, {}))
  return (
    <FormDialog
      {...dialog}
      title={`What may ${person.name} do?`}
      description={`Now ${person.role.name}. It can be changed later under Staff.`}
      labels={staffLabels}
      schema={chosen}
      values={{ roleId: person.role._id }}
      onSave={({ roleId }) => edit.sendAsync({ body: { staffId: person._id, name: person.name, roleId } })}
    >
      <SelectField name="roleId" choices={choices.map((role) => ({ value: role._id, label: role.name }))} />
    </FormDialog>
  )
}

export function ResetPassword({ person, ...dialog }: StaffDialogProps) {
  const change = useWrite(staff.resetPassword, { fallback: 'Please try again later' })
  return (
    <FormDialog
      {...dialog}
      title="Reset Password"
      description={`${person.name} (${person.username}) is logged out everywhere and logs in with the new password.`}
      labels={staffLabels}
      schema={reset}
      values={{ password: '' }}
      onSave={(body) => change.sendAsync({ body: { ...body, staffId: person._id } })}
    >
      <NewPassword name="password" label="New Password" autoComplete="new-password" hint={STRONG} />
    </FormDialog>
  )
}

export function DisableStaff({ person, open, onOpenChange }: StaffDialogProps) {
  const edit = useWrite(staff.edit, { reload })
  const close = () => onOpenChange(false)
  const { _id: staffId, name, username } = person
  return (
    <Ask
      open={open}
      onOpenChange={onOpenChange}
      title={`Disable “${name}”?`}
      description={`${username} is logged out at once, and can log in again only when you enable the account.`}
      action="Disable"
      busy={edit.isSending}
      onConfirm={() => void edit.sendAsync({ body: { staffId, name, isActive: false } }).then(close, close)}
    />
  )
}

export function ResetSecondFactor({ person, open, onOpenChange }: StaffDialogProps) {
  const resetFactor = useWrite(staff.resetSecondFactor, { reload })
  const close = () => onOpenChange(false)
  return (
    <Ask
      open={open}
      onOpenChange={onOpenChange}
      title={`Reset the second factor of “${person.name}”?`}
      description="For a lost phone, once you are sure it is really them. They are logged out everywhere, and log in with only the password until they set up a new one."
      action="Reset"
      busy={resetFactor.isSending}
      onConfirm={() => void resetFactor.sendAsync({ body: { staffId: person._id } }).then(close, close)}
    />
  )
}
