import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/superadmin/staff/add')({ component: AddStaff })

function AddStaff() {
  return <OnItsWay title="Add Staff" />
}
