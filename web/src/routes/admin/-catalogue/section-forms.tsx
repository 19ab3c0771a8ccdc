import { categories } from '@kirana/contract/categories'
import { sectionLabels, sections, type Section } from '@kirana/contract/sections'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'

const editReload = [sections.list, categories.list]

export function NewSection(dialog: DialogState) {
  const add = useWrite(sections.add, { reload: [sections.list] })
  return (
    <FormDialog
      {...dialog}
      title="New Section"
      labels={sectionLabels}
      draft="new section"
      schema={sections.add.params}
      values={{ name: '' }}
      onSave={(params) => add.sendAsync({ params })}
    >
      <TextField name="name" />
    </FormDialog>
  )
}

export function EditSection({ section, ...dialog }: DialogState & { section: Section }) {
  const edit = useWrite(sections.edit, {
    reload: editReload,
    onError: () => void reloadAll(editReload),
  })
  return (
    <FormDialog
      {...dialog}
      title="Edit Section"
      labels={sectionLabels}
      draft={section._id}
      schema={sections.edit.body}
      values={{ sectionId: section._id, name: section.name }}
      compared={{ record: section }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, version } })}
    >
      <TextField name="name" />
    </FormDialog>
  )
}
