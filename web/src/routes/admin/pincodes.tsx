import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/pincodes')({ component: Pincodes })

function Pincodes() {
  return <OnItsWay title="Pincodes" />
}
