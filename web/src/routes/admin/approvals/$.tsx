import { createFileRoute } from '@tanstack/react-router'
import { ApprovalsScreen } from '#/components/approvals/lazy.ts'

/**
 * All requests for approval, and under `/own` the user's own ones. One route for both, because each route adds code to
 * the entry chunk.
 */
export const Route = createFileRoute('/admin/approvals/$')({ component: Approvals })

function Approvals() {
  return <ApprovalsScreen view={Route.useParams()._splat === 'own' ? 'own' : 'staff'} />
}
