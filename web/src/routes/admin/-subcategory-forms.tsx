import { subcategories, type Subcategory } from '@kirana/contract/subcategories'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import { picture, PictureField, pictureRequired } from '#/parts/picture-field.tsx'
import { TextField } from '#/ui/field.tsx'
import type { Opening } from '#/parts/editable-table.tsx'
import { FlagSelect } from './-simple-list.tsx'

const reload = [subcategories.list]
const { required } = subcategories.add.files
const added = z.intersection(subcategories.add.body, pictureRequired(required))
const edited = z.intersection(subcategories.edit.body, picture)

export function NewSubcategory({ categoryId, ...opening }: Opening & { categoryId: string }) {
  const add = useWrite(subcategories.add, { reload })
  return (
    <FormDialog
      {...opening}
      title="New subCatagory"
      schema={added}
      values={{ name: '', categoryId, image: [] }}
      together={required}
      onSave={({ image, ...body }) => add.sendAsync({ body, files: image })}
    >
      {(form) => (
        <>
          <TextField label="Name" {...fieldOf(form, 'name', required)} />
          <PictureField form={form} together={required} percent={add.percent} />
        </>
      )}
    </FormDialog>
  )
}

export function EditSubcategory({ subcategory, ...opening }: Opening & { subcategory: Subcategory }) {
  const edit = useWrite(subcategories.edit, { reload })
  const { _id, name, isActive } = subcategory
  return (
    <FormDialog
      {...opening}
      title="Edit subCatagory"
      schema={edited}
      values={{ subCategoryId: _id, name, isActive: 'true', image: [] }}
      onSave={({ image, ...body }) => edit.sendAsync({ body, files: image })}
    >
      {(form) => (
        <>
          <TextField label="Name" {...fieldOf(form, 'name')} />
          <FlagSelect
            label="Active/Inactive"
            words={['Active', 'Inactive']}
            now={isActive ? 'Active' : 'Inactive'}
            {...fieldOf(form, 'isActive')}
          />
          <PictureField form={form} percent={edit.percent} />
        </>
      )}
    </FormDialog>
  )
}
