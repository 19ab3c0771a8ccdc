import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/users')({ component: Users })

function Users() {
  return <OnItsWay title="Users" />
}
