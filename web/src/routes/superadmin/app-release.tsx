import { createFileRoute } from '@tanstack/react-router'
import { OnItsWay } from '#/parts/on-its-way.tsx'

export const Route = createFileRoute('/superadmin/app-release')({ component: AppRelease })

function AppRelease() {
  return <OnItsWay title="App Release" />
}
