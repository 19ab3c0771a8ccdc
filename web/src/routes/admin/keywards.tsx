import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/admin/keywards')({ component: Keywards })

function Keywards() {
  return <OnItsWay title="Keywards" />
}
