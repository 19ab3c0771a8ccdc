import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/catagories')({ component: SectionsCategories })

function SectionsCategories() {
  return <OnItsWay title="Sections & Categories" />
}
