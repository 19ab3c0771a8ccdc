import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsScreen } from '#/components/approvals/lazy.ts'

/** All requests, and under `/own` what the person asked for. One route, as each one weighs on the first screen. */
export const Route = createFileRoute('/admin/approvals/$')({ component: Approvals })

function Approvals() {
  return <ApprovalsScreen view={Route.useParams()._splat === 'own' ? 'own' : 'staff'} />
}
