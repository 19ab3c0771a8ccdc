import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NoticesHost } from '#/components/feedback/notices-host.tsx'
import { OfflineBanner } from '#/components/feedback/offline-banner.tsx'
import { ProgressBar } from '#/components/feedback/progress-bar.tsx'

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
