import { keywordLabels, keywords, type Keyword } from '@kirana/contract/keywords'
import { flag } from '@kirana/contract/wire/shapes'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { FlagField, TextArea, TextField } from '#/components/forms/fields.tsx'
import { type FormOf } from './simple-list.tsx'

const reload = [keywords.list]
const fields = z.intersection(keywords.add.body, z.object({ isActive: flag }))

type Props = FormOf<Keyword> & {
  /** Called with the id of the new keyword once the list contains it. */
  onAdded?: (id: string) => void
}

export function KeywordForm({ row: keyword, onAdded, ...dialog }: Props) {
  const add = useWrite(keywords.add, { reload, onDone: ({ _id }) => onAdded?.(_id) })
  const edit = useWrite(keywords.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={keyword ? 'Edit Keyward' : 'New Keyward'}
      labels={keywordLabels}
      draft={keyword?._id ?? 'new keyword'}
      schema={fields}
      values={{ name: keyword?.name ?? '', desc: keyword?.desc ?? '', isActive: true }}
      flags={keyword ? [{ name: 'isActive', now: keyword.isActive, means: 'enabled' }] : undefined}
      compared={
        keyword ? { record: keyword, show: { isActive: flagWords(['Enabled', 'Disabled']) } } : undefined
      }
      onSave={({ isActive, ...body }, version) =>
        keyword
          ? edit.sendAsync({ body: { ...body, keywardId: keyword._id, isActive, version } })
          : add.sendAsync({ body })
      }
    >
      <TextField name="name" />
      <TextArea name="desc" />
      {keyword && (
        <FlagField
          name="isActive"
          words={['Enable', 'Disable']}
          now={keyword.isActive ? 'Enabled' : 'Disabled'}
        />
      )}
    </FormDialog>
  )
}
