import { categories } from '@kirana/contract/categories'
import { sectionLabels, sections, type Section } from '@kirana/contract/sections'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'

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
  const edit = useWrite(sections.edit, { reload: [sections.list, categories.list] })
  return (
    <FormDialog
      {...dialog}
      title="Edit Section"
      labels={sectionLabels}
      draft={section._id}
      schema={sections.edit.body}
      values={{ sectionId: section._id, name: section.name }}
      onSave={(body) => edit.sendAsync({ body })}
    >
      <TextField name="name" />
    </FormDialog>
  )
}
