import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsScreen } from '#/components/approvals/lazy.ts'

export const Route = createFileRoute('/superadmin/approvals')({ component: Approvals })

function Approvals() {
  return <ApprovalsScreen view="superadmin" />
}
