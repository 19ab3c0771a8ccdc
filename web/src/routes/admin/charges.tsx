import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/charges')({ component: Charges })

function Charges() {
  return <OnItsWay title="Charges" />
}
