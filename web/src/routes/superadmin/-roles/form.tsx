import { roleLabels, roles, type StaffRole } from '@kirana/contract/roles'
import { type Permission, withImplied } from '@kirana/domain/permissions'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { menuFor } from '#/components/shell/menu/allowed-screens.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { permissionGroups } from './words.ts'

const reload = [roles.list]

const permissionNames = new Map<string, string>(permissionGroups.flatMap(({ words }) => words))
const compared = {
  show: {
    permissions: (chosen: unknown) =>
      [chosen]
        .flat()
        .flatMap((permission) => permissionNames.get(String(permission)) ?? [])
        .join('\n'),
    requiresSecondFactor: flagWords(['Required', 'Not required']),
  },
}

/** Adds a role (`role` is null) or changes one. */
export function RoleForm({ role, ...dialog }: DialogState & { role: StaffRole | null }) {
  const add = useWrite(roles.add, { reload })
  const edit = useWrite(roles.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      width="large"
      title={role ? 'Edit Role' : 'New Role'}
      {...(role &&
        role.staff > 0 && { description: 'Changes take effect immediately for everybody with this role.' })}
      labels={roleLabels}
      draft={role?._id ?? 'new role'}
      schema={roles.add.body}
      values={{
        name: role?.name ?? '',
        permissions: role?.permissions ?? [],
        requiresSecondFactor: role?.requiresSecondFactor ?? false,
      }}
      compared={role ? { record: role, ...compared } : undefined}
      onSave={(body, version) =>
        role ? edit.sendAsync({ body: { ...body, roleId: role._id, version } }) : add.sendAsync({ body })
      }
    >
      {(form) => {
        const chosen: Permission[] = form.watch('permissions')
        const error = form.formState.errors.permissions?.message
        const toggle = (permission: Permission) => {
          const next = chosen.includes(permission)
            ? withoutDependents(chosen, permission)
            : withImplied([...chosen, permission])
          form.setValue('permissions', next, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
        return (
          <>
            <TextField name="name" />
            <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
              {permissionGroups.map(({ heading, words }) => (
                <fieldset key={heading}>
                  <legend className="mb-1 text-sm font-medium">{heading}</legend>
                  {words.map(([permission, label]) => (
                    <Checkbox
                      key={permission}
                      label={label}
                      checked={chosen.includes(permission)}
                      aria-invalid={error !== undefined || undefined}
                      onChange={() => toggle(permission)}
                    />
                  ))}
                </fieldset>
              ))}
            </div>
            {error && (
              <p role="alert" className="text-sm text-bad">
                {error}
              </p>
            )}
            <div>
              <Checkbox label="Log in with a second factor" {...form.register('requiresSecondFactor')} />
              <p className="ml-6.5 text-sm text-muted">
                Staff without one set it up before anything else, right away if they are logged in.
              </p>
            </div>
            <Menu granted={chosen} />
          </>
        )
      }}
    </FormDialog>
  )
}

/** Removes a permission, and those that cannot be used without it. */
const withoutDependents = (chosen: readonly Permission[], permission: Permission) =>
  chosen.filter((one) => one !== permission && !withImplied([one]).includes(permission))

/** The menu that this role would see. */
const Menu = ({ granted }: { granted: readonly Permission[] }) => (
  <section aria-labelledby="menu-of-role" className="rounded-control bg-sunken p-4">
    <h3 id="menu-of-role" className="mb-2 text-sm font-medium">
      The menu of this role
    </h3>
    <ul className="flex flex-wrap gap-1.5">
      {menuFor(granted).flatMap(({ screens }) =>
        screens.map(({ name, to }) => (
          <li key={to} className="rounded-full border border-line bg-surface px-2.5 py-0.5 text-xs">
            {name}
          </li>
        )),
      )}
    </ul>
  </section>
)
