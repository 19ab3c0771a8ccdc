import { subcategoryLabels, subcategories, type Subcategory } from '@kirana/contract/subcategories'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { picture, PictureField, pictureRequired } from '#/components/forms/picture-field.tsx'
import { FlagField, TextField } from '#/components/forms/fields.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'

const reload = [subcategories.list]
const { required } = subcategories.add.files
const added = z.intersection(subcategories.add.body, pictureRequired(required))
const edited = z.intersection(subcategories.edit.body, picture)

export function NewSubcategory({ categoryId, ...dialog }: DialogState & { categoryId: string }) {
  const add = useWrite(subcategories.add, { reload })
  return (
    <FormDialog
      {...dialog}
      title="New subCatagory"
      labels={subcategoryLabels}
      draft={`new subcategory of ${categoryId}`}
      schema={added}
      values={{ name: '', categoryId, image: [] }}
      sharedMessage={required}
      onSave={({ image, ...body }) => add.sendAsync({ body, files: image })}
    >
      <TextField name="name" />
      <PictureField percent={add.percent} />
    </FormDialog>
  )
}

export function EditSubcategory({ subcategory, ...dialog }: DialogState & { subcategory: Subcategory }) {
  const edit = useWrite(subcategories.edit, { reload })
  const { _id, name, isActive } = subcategory
  return (
    <FormDialog
      {...dialog}
      title="Edit subCatagory"
      labels={subcategoryLabels}
      draft={_id}
      schema={edited}
      values={{ subCategoryId: _id, name, isActive: 'true', image: [] }}
      flags={[{ name: 'isActive', now: isActive, means: 'enabled' }]}
      onSave={({ image, ...body }) => edit.sendAsync({ body, files: image })}
    >
      <TextField name="name" />
      <FlagField name="isActive" words={['Active', 'Inactive']} now={isActive ? 'Active' : 'Inactive'} />
      <PictureField percent={edit.percent} />
    </FormDialog>
  )
}
