import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/transanctions')({ component: TransanctionHistory })

function TransanctionHistory() {
  return <OnItsWay title="Transanction History" />
}
