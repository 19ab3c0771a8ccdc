import { keywords, type Keyword } from '@kirana/contract/keywords'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { FlagBadge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { KeywordForm } from './-lists/keyword-form.tsx'
import { SimpleList } from './-lists/simple-list.tsx'

export const Route = createFileRoute('/admin/keywards')({ component: Keywards })

const reload = [keywords.list]

const columns: Column<Keyword>[] = [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'name', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <div className="wrap-anywhere md:min-w-32">{name}</div>,
  },
  {
    id: 'isActive',
    header: 'Enable/Disable',
    phone: 'end',
    sort: { key: 'state', kind: 'text', by: ({ isActive }) => (isActive ? 'Enabled' : 'Disabled') },
    cell: ({ isActive }) => <FlagBadge on={isActive} />,
  },
]

function Keywards() {
  const query = useQuery(read(keywords.list, {}))
  const remove = useWrite(keywords.remove, { reload })
  return (
    <SimpleList
      title="Keywards"
      add="New Keyward"
      about="Words for what products have in common, such as Organic. A product is given those that fit it."
      serial="SL No"
      isBareWhenEmpty
      isEditable={useAllowed(keywords.edit)}
      query={query}
      columns={columns}
      nameOf={({ name }) => name}
      onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      form={KeywordForm}
    />
  )
}
