import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/withdrawal/requests')({ component: WithdrawalRequests })

function WithdrawalRequests() {
  return <OnItsWay title="Withdrawal Requests" />
}
