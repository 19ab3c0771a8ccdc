import { RELEASE_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { releaseLabels, releases, type Release } from '@kirana/contract/releases'
import { reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea, TextField } from '#/components/forms/fields.tsx'

const reload = [releases.list]
/** Shared message for empty fields (specification, section 5). */

/** Dialog that creates (`release` is null) or edits a release. */
export function ReleaseForm({ release, ...dialog }: DialogState & { release: Release | null }) {
  const add = useWrite(releases.add, { reload, fallback: 'Release add failed' })
  const edit = useWrite(releases.edit, {
    reload,
    fallback: 'Release update failed',
    onError: () => void reloadAll(reload),
  })
  return (
    <FormDialog
      {...dialog}
      title={release ? 'Edit Release' : 'New Release'}
      labels={releaseLabels}
      draft={release?._id ?? 'new release'}
      schema={releases.add.body}
      sharedMessage={RELEASE_FIELDS_REQUIRED}
      values={release ?? { buildNumber: '', versionName: '', description: '' }}
      compared={release ? { record: release } : undefined}
      onSave={({ buildNumber, versionName, description }, version) => {
        const body = { buildNumber, versionName, description }
        return release
          ? edit.sendAsync({ body: { ...body, releaseId: release._id, version } })
          : add.sendAsync({ body })
      }}
    >
      <TextField name="buildNumber" inputMode="numeric" />
      <TextField name="versionName" />
      <TextArea name="description" rows={6} />
    </FormDialog>
  )
}
