import { categoryLabels, categories, NAME_AND_SECTION, type Category } from '@kirana/contract/categories'
import type { Section } from '@kirana/contract/sections'
import { useState } from 'react'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { picture, PictureField, pictureRequired } from '#/components/forms/picture-field.tsx'
import { FlagField, SelectField, TextField } from '#/components/forms/fields.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { choicesOf } from '../-lists/choices.ts'
import { NewSection } from './section-forms.tsx'

type Props = DialogState & { sections: readonly Section[] | undefined }

const reload = [categories.list]
const activity = ['Active', 'Inactive'] as const
const { required } = categories.add.files
const added = z.intersection(categories.add.body, pictureRequired(required))
const edited = z.intersection(categories.edit.body, picture)

export function NewCategory({ sections, ...dialog }: Props) {
  const add = useWrite(categories.add, { reload })
  return (
    <FormDialog
      {...dialog}
      title="New Catagory"
      labels={categoryLabels}
      draft="new category"
      schema={added}
      values={{ name: '', sectionId: '', image: [] }}
      sharedMessage={required}
      onSave={({ image, ...body }) => add.sendAsync({ body, files: image })}
    >
      <TextField name="name" />
      <SelectField
        name="sectionId"
        placeholder="Select Section"
        choices={choicesOf(sections, '')}
        hint={sections?.length === 0 && <FirstSection />}
      />
      <PictureField percent={add.percent} />
    </FormDialog>
  )
}

export function EditCategory({ category, sections, ...dialog }: Props & { category: Category }) {
  const edit = useWrite(categories.edit, { reload, onError: () => void reloadAll(reload) })
  const { _id, name, sectionId, isActive } = category
  return (
    <FormDialog
      {...dialog}
      title="Edit Catagory"
      labels={categoryLabels}
      draft={_id}
      schema={edited}
      values={{ catagoryId: _id, name, sectionId, status: 'true', image: [] }}
      flags={[{ name: 'status', now: isActive, means: 'enabled' }]}
      sharedMessage={NAME_AND_SECTION}
      compared={{
        record: category,
        from: { status: 'isActive' },
        show: {
          status: flagWords(activity),
          sectionId: (id) => sections?.find((section) => section._id === id)?.name ?? '',
        },
      }}
      onSave={({ image, ...body }, version) => edit.sendAsync({ body: { ...body, version }, files: image })}
    >
      <TextField name="name" />
      <SelectField name="sectionId" choices={choicesOf(sections, sectionId)} />
      <FlagField name="status" words={activity} now={activity[isActive ? 0 : 1]} />
      <PictureField percent={edit.percent} />
    </FormDialog>
  )
}

/** Creates the first section above the form, which keeps its values. */
function FirstSection() {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      No sections yet.{' '}
      <button
        type="button"
        className="font-medium text-ink underline underline-offset-2"
        onClick={() => setAdding(true)}
      >
        Create one
      </button>
      <NewSection open={isAdding} onOpenChange={setAdding} />
    </>
  )
}
