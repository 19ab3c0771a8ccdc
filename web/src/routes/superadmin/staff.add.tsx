import { staff, staffLabels, type StaffRow } from '@kirana/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient, read, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { useEditing } from '#/components/forms/editing.ts'
import { EditingNotes } from '#/components/forms/editing-notes.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { Form } from '#/components/forms/form.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { NewPassword } from '#/components/forms/new-password.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { STRONG } from './-staff/strong.ts'

const ChooseRole = lazyComponent(async () => (await import('./-staff/forms.tsx')).ChooseRole)

export const Route = createFileRoute('/superadmin/staff/add')({ component: AddStaff })

/** The form to add a staff member. It is cleared on success and kept on failure. */
function AddStaff() {
  const form = useFields(staff.add.body, { name: '', email: '', username: '', password: '' })
  // The draft excludes the password.
  const editing = useEditing(form, staffLabels, { draft: 'new staff' })
  const { isSubmitting } = form.formState
  const staffQuery = read(staff.list, {})
  useQuery(staffQuery)
  const [added, setAdded] = useState<{ person: StaffRow; open: boolean } | null>(null)
  const add = useWrite(staff.add, {
    reload: [staff.list],
    onDone: (_, { body }) => {
      const all = queryClient.getQueryData(staffQuery.queryKey) ?? []
      const person = all.find(({ username }) => username.toLowerCase() === body.username.toLowerCase())
      // The first staff member of a store needs no question, because they get all permissions.
      if (person && all.length > 1) setAdded({ person, open: true })
    },
  })
  const submit = form.handleSubmit((body) =>
    add.sendAsync({ body }).then(
      () => {
        form.reset()
        editing.renew(undefined)
      },
      () => {},
    ),
  )
  return (
    <>
      <PageHeader title="Add Staff" />
      <Form
        form={form}
        labels={staffLabels}
        className="card flex max-w-150 flex-col gap-4 p-5"
        onSubmit={(event) => void submit(event)}
      >
        <EditingNotes editing={editing} busy={isSubmitting} />
        <TextField name="name" />
        <TextField name="email" type="email" />
        <TextField name="username" autoCapitalize="none" spellCheck={false} hint="Used to log in" />
        <NewPassword name="password" autoComplete="new-password" hint={STRONG} />
        <Button type="submit" busy={isSubmitting} className="self-start">
          Save
        </Button>
      </Form>
      {added && (
        <ChooseRole
          fallback={null}
          person={added.person}
          open={added.open}
          onOpenChange={(open) => setAdded({ ...added, open })}
        />
      )}
    </>
  )
}
