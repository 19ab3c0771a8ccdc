import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/banners')({ component: Banners })

function Banners() {
  return <OnItsWay title="Banners" />
}
