import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/subcategory/$categoryId/$categoryName')({
  component: Subcategories,
})

function Subcategories() {
  return <OnItsWay title="Subcategories" />
}
