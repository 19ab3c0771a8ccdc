import { subcategoryLabels, subcategories, type Subcategory } from '@kirana/contract/subcategories'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { picture, PictureField, pictureRequired } from '#/components/forms/picture-field.tsx'
import { FlagField, TextField } from '#/components/forms/fields.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'

const reload = [subcategories.list]
const activity = ['Active', 'Inactive'] as const
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
  const edit = useWrite(subcategories.edit, { reload, onError: () => void reloadAll(reload) })
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
      compared={{ record: subcategory, show: { isActive: flagWords(activity) } }}
      onSave={({ image, ...body }, version) => edit.sendAsync({ body: { ...body, version }, files: image })}
    >
      <TextField name="name" />
      <FlagField name="isActive" words={activity} now={activity[isActive ? 0 : 1]} />
      <PictureField percent={edit.percent} />
    </FormDialog>
  )
}
