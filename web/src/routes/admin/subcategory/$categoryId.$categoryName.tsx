import { subcategories, type Subcategory } from '@kirana/contract/subcategories'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ChevronLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { activeColumn } from '#/components/tables/active-column.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { EditableTable } from '#/components/tables/editable-table.tsx'
import { EditSubcategory, NewSubcategory } from '../-catalogue/subcategory-forms.tsx'
import { imageColumn } from '../-lists/image-column.tsx'

export const Route = createFileRoute('/admin/subcategory/$categoryId/$categoryName')({
  component: Subcategories,
})

const columns: Column<Subcategory>[] = [
  imageColumn,
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'name', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  activeColumn,
]

function Subcategories() {
  const { categoryId, categoryName } = Route.useParams()
  const query = useQuery(read(subcategories.list, { query: { categoryId } }))
  const remove = useWrite(subcategories.remove, { reload: [subcategories.list] })
  const [isAdding, setAdding] = useState(false)
  const isEditable = useAllowed(subcategories.edit)
  const isEmpty = query.data?.length === 0
  const add = (
    <Button onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      New subCatagory
    </Button>
  )
  return (
    <>
      <Link
        to="/admin/catagories"
        className={buttonVariants({ variant: 'text', size: 'small', className: '-ml-2' })}
      >
        <ChevronLeft aria-hidden />
        Sections & Categories
      </Link>
      <PageHeader
        title="Subcategories"
        beside={
          <>
            {query.data && <Badge tone="brand">{count(query.data.length)}</Badge>}
            <span className="min-w-0 wrap-anywhere text-muted">{categoryName}</span>
          </>
        }
      >
        <RefreshButton query={query} />
        {isEditable && !isEmpty && add}
      </PageHeader>
      <EditableTable
        name="Subcategories"
        query={query}
        isEditable={isEditable}
        about={`Parts of ${categoryName}, such as Bananas of Fruits. Every product stands in one.`}
        empty={add}
        columns={columns}
        nameOf={({ name }) => name}
        consequence="Its image is deleted with it. This cannot be undone."
        onDelete={({ _id }) => remove.sendAsync({ params: { id: _id } })}
      >
        {(subcategory, dialog) => <EditSubcategory subcategory={subcategory} {...dialog} />}
      </EditableTable>
      <NewSubcategory categoryId={categoryId} open={isAdding} onOpenChange={setAdding} />
    </>
  )
}
