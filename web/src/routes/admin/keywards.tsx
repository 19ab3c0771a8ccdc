import { keywords, type Keyword } from '@kirana/contract/keywords'
import { flag } from '@kirana/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { read, useWrite } from '#/lib/api.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { fieldOf } from '#/components/forms/field-of.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'
import { FlagSelect, SimpleList, type FormOf } from './-lists/simple-list.tsx'

export const Route = createFileRoute('/admin/keywards')({ component: Keywards })

const reload = [keywords.list]

const columns: Column<Keyword>[] = [
  { id: 'name', header: 'Name', phone: 'title', cell: ({ name }) => name },
  { id: 'isActive', header: 'Enable/Disable', cell: ({ isActive }) => <FlagBadge on={isActive} /> },
]

function Keywards() {
  const query = useQuery(read(keywords.list, {}))
  const remove = useWrite(keywords.remove, { reload })
  return (
    <SimpleList
      title="Keywards"
      add="New Keyward"
      serial="SL No"
      isBareWhenEmpty
      query={query}
      columns={columns}
      nameOf={({ name }) => name}
      onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      form={KeywordForm}
    />
  )
}

const fields = z.intersection(keywords.add.body, z.object({ isActive: flag }))

function KeywordForm({ row: keyword, ...dialog }: FormOf<Keyword>) {
  const add = useWrite(keywords.add, { reload })
  const edit = useWrite(keywords.edit, { reload })
  return (
    <FormDialog
      {...dialog}
      title={keyword ? 'Edit Keyward' : 'New Keyward'}
      schema={fields}
      values={{ name: keyword?.name ?? '', desc: keyword?.desc ?? '', isActive: true }}
      onSave={({ isActive, ...body }) =>
        keyword
          ? edit.sendAsync({ body: { ...body, keywardId: keyword._id, isActive } })
          : add.sendAsync({ body })
      }
    >
      {(form) => (
        <>
          <TextField label="Keyward Name" {...fieldOf(form, 'name')} />
          <TextArea label="Description" {...fieldOf(form, 'desc')} />
          {keyword && (
            <FlagSelect
              label="Enable/Disable"
              words={['Enable', 'Disable']}
              now={keyword.isActive ? 'Enabled' : 'Disabled'}
              {...fieldOf(form, 'isActive')}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
