import { categories, type Category } from '@kirana/contract/categories'
import { sections, type Section } from '@kirana/contract/sections'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { FlagBadge } from '#/parts/badges.tsx'
import type { Column } from '#/parts/data-table.tsx'
import { PageHeader } from '#/parts/page-header.tsx'
import { RefreshButton, together } from '#/parts/refresh-button.tsx'
import { Button, buttonLook } from '#/ui/button.tsx'
import { EditCategory, NewCategory } from './-category-forms.tsx'
import { EditableTable } from '#/parts/editable-table.tsx'
import { EditSection, NewSection } from './-section-forms.tsx'
import { Thumbnail } from './-thumbnail.tsx'

export const Route = createFileRoute('/admin/catagories')({ component: SectionsCategories })

const sectionColumns: Column<Section>[] = [
  { id: 'name', header: 'Name', phone: 'title', cell: ({ name }) => <Name text={name} /> },
]

const categoryColumns: Column<Category>[] = [
  { id: 'image', header: 'Image', cell: ({ image, name }) => <Thumbnail file={image} name={name} /> },
  { id: 'name', header: 'Name', phone: 'title', cell: ({ name }) => <Name text={name} /> },
  { id: 'section', header: 'Section', cell: ({ section }) => <Name text={section?.name ?? 'Not found'} /> },
  {
    id: 'isActive',
    header: 'Active/Inactive',
    cell: ({ isActive }) => <FlagBadge on={isActive} words={['Active', 'Inactive']} />,
  },
  {
    id: 'subcategories',
    header: 'Subcategories',
    phone: 'wide',
    cell: ({ _id, name }) => (
      <Link
        to="/admin/subcategory/$categoryId/$categoryName"
        params={{ categoryId: _id, categoryName: name }}
        aria-label={`Subcategories of ${name}`}
        className={buttonLook({ look: 'outline', size: 'small', className: 'max-md:w-full' })}
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
  const opening = (which: 'section' | 'category') => ({
    open: opened === which,
    onOpenChange: (open: boolean) => setOpened(open ? which : null),
  })
  // Where a list is empty, its button stands beneath 'No data found' instead.
  const newSection = (
    <Button look="outline" onClick={() => setOpened('section')}>
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
        <RefreshButton query={together(sectionQuery, categoryQuery)} />
        {sectionQuery.data?.length !== 0 && newSection}
        {categoryQuery.data?.length !== 0 && newCategory}
      </PageHeader>
      <div className="flex flex-col gap-4">
        <EditableTable
          name="Sections"
          toolbar={<h2 className="font-semibold">Sections</h2>}
          query={sectionQuery}
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
      <NewSection {...opening('section')} />
      <NewCategory sections={sectionQuery.data} {...opening('category')} />
    </>
  )
}
