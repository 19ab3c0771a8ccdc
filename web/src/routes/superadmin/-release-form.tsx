import { releases, type Release } from '@kirana/contract/releases'
import { useWrite } from '#/lib/api.ts'
import type { Opening } from '#/parts/editable-table.tsx'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'

const reload = [releases.list]
/** The one message of fields left empty (specification, section 5). */
const FIELDS = 'All fields are required'

/** The dialog of a new release (`release` is null) or of one to edit. */
export function ReleaseForm({ release, ...opening }: Opening & { release: Release | null }) {
  const add = useWrite(releases.add, { reload, fallback: 'Release add failed' })
  const edit = useWrite(releases.edit, { reload, fallback: 'Release update failed' })
  return (
    <FormDialog
      {...opening}
      title={release ? 'Edit Release' : 'New Release'}
      schema={releases.add.body}
      together={FIELDS}
      values={release ?? { buildNumber: '', versionName: '', description: '' }}
      onSave={({ buildNumber, versionName, description }) => {
        const body = { buildNumber, versionName, description }
        return release
          ? edit.sendAsync({ body: { ...body, releaseId: release._id } })
          : add.sendAsync({ body })
      }}
    >
      {(form) => (
        <>
          <TextField label="Build Number" inputMode="numeric" {...fieldOf(form, 'buildNumber', FIELDS)} />
          <TextField label="Version Name" {...fieldOf(form, 'versionName', FIELDS)} />
          <TextArea label="Description" rows={6} {...fieldOf(form, 'description', FIELDS)} />
        </>
      )}
    </FormDialog>
  )
}
