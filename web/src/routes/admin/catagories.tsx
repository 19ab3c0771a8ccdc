import { categories, type Category } from '@kirana/contract/categories'
import { sections, type Section } from '@kirana/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { activeColumn } from '#/components/tables/active-column.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton, combineQueries } from '#/components/tables/refresh-button.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { EditCategory, NewCategory } from './-catalogue/category-forms.tsx'
import { EditableTable } from '#/components/tables/editable-table.tsx'
import { EditSection, NewSection } from './-catalogue/section-forms.tsx'
import { imageColumn } from './-lists/image-column.tsx'

export const Route = createFileRoute('/admin/catagories')({ component: SectionsCategories })

const sectionColumns: Column<Section>[] = [
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'section', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <Name text={name} />,
  },
]

const categoryColumns: Column<Category>[] = [
  imageColumn,
  {
    id: 'name',
    header: 'Name',
    phone: 'title',
    sort: { key: 'category', kind: 'text', by: ({ name }) => name },
    cell: ({ name }) => <Name text={name} />,
  },
  {
    id: 'section',
    header: 'Section',
    sort: { key: 'in', kind: 'text', by: ({ section }) => section?.name ?? '' },
    cell: ({ section }) => <Name text={section?.name ?? 'Not found'} />,
  },
  activeColumn,
  {
    id: 'subcategories',
    header: 'Subcategories',
    phone: 'action',
    cell: ({ _id, name }) => (
      <Link
        to="/admin/subcategory/$categoryId/$categoryName"
        params={{ categoryId: _id, categoryName: name }}
        aria-label={`Subcategories of ${name}`}
        className={buttonVariants({ variant: 'outline', size: 'small' })}
      >
        Subcategories
      </Link>
    ),
  },
]

const Name = ({ text }: { text: string }) => <span className="wrap-anywhere">{text}</span>

function SectionsCategories() {
  const sectionQuery = useQuery(read(sections.list, {}))
  const categoryQuery = useQuery(read(categories.list, { query: { isGetAll: 'true' } }))
  const removeSection = useWrite(sections.remove, { reload: [sections.list] })
  const removeCategory = useWrite(categories.remove, { reload: [categories.list] })
  const [opened, setOpened] = useState<'section' | 'category' | null>(null)
  const isEditable = useAllowed(categories.edit)
  const dialogOf = (which: 'section' | 'category') => ({
    open: opened === which,
    onOpenChange: (open: boolean) => setOpened(open ? which : null),
  })
  // In an empty list, this button is below 'No data found' instead.
  const newSection = (
    <Button variant="outline" onClick={() => setOpened('section')}>
      <Plus aria-hidden />
      New Section
    </Button>
  )
  const newCategory = (
    <Button onClick={() => setOpened('category')}>
      <Plus aria-hidden />
      New Catagory
    </Button>
  )
  return (
    <>
      <PageHeader title="Sections & Categories">
        <RefreshButton query={combineQueries(sectionQuery, categoryQuery)} />
        {isEditable && sectionQuery.data?.length !== 0 && newSection}
        {isEditable && categoryQuery.data?.length !== 0 && newCategory}
      </PageHeader>
      <div className="flex flex-col gap-4">
        <EditableTable
          name="Sections"
          toolbar={<h2 className="font-semibold">Sections</h2>}
          query={sectionQuery}
          isEditable={isEditable}
          about="Sections hold categories, such as Fresh & Daily. Start here: every category stands in one."
          empty={newSection}
          columns={sectionColumns}
          nameOf={({ name }) => name}
          onDelete={({ _id }) => removeSection.sendAsync({ params: { id: _id } })}
        >
          {(section, dialog) => <EditSection section={section} {...dialog} />}
        </EditableTable>
        <EditableTable
          name="Categories"
          toolbar={<h2 className="font-semibold">Categories</h2>}
          query={categoryQuery}
          isEditable={isEditable}
          about="Categories hold subcategories, such as Fruits. Each stands in a section."
          empty={newCategory}
          columns={categoryColumns}
          nameOf={({ name }) => name}
          consequence="Its image is deleted with it. This cannot be undone."
          onDelete={({ _id }) => removeCategory.sendAsync({ params: { id: _id } })}
        >
          {(category, dialog) => (
            <EditCategory category={category} sections={sectionQuery.data} {...dialog} />
          )}
        </EditableTable>
      </div>
      <NewSection {...dialogOf('section')} />
      <NewCategory sections={sectionQuery.data} {...dialogOf('category')} />
    </>
  )
}
