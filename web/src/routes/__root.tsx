import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NoticesHost } from '#/parts/notices-host.tsx'
import { OfflineBanner } from '#/parts/offline-banner.tsx'
import { ProgressBar } from '#/parts/progress-bar.tsx'

export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <ProgressBar />
      <Outlet />
      <OfflineBanner />
      <NoticesHost />
    </>
  )
}
