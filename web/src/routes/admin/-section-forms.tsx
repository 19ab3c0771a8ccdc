import { categories } from '@kirana/contract/categories'
import { sections, type Section } from '@kirana/contract/sections'
import { useWrite } from '#/lib/api.ts'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import { TextField } from '#/ui/field.tsx'
import type { Opening } from '#/parts/editable-table.tsx'

export function NewSection(opening: Opening) {
  const add = useWrite(sections.add, { reload: [sections.list] })
  return (
    <FormDialog
      {...opening}
      title="New Section"
      schema={sections.add.params}
      values={{ name: '' }}
      onSave={(params) => add.sendAsync({ params })}
    >
      {(form) => <TextField label="Name" {...fieldOf(form, 'name')} />}
    </FormDialog>
  )
}

export function EditSection({ section, ...opening }: Opening & { section: Section }) {
  const edit = useWrite(sections.edit, { reload: [sections.list, categories.list] })
  return (
    <FormDialog
      {...opening}
      title="Edit Section"
      schema={sections.edit.body}
      values={{ sectionId: section._id, name: section.name }}
      onSave={(body) => edit.sendAsync({ body })}
    >
      {(form) => <TextField label="Name" {...fieldOf(form, 'name')} />}
    </FormDialog>
  )
}
