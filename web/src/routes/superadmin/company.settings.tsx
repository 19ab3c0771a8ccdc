import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/superadmin/company/settings')({ component: CompanySettings })

function CompanySettings() {
  return <OnItsWay title="Company Settings" />
}
