import { createElement } from 'react'
import { useAfterScreen } from '#/lib/after-screen.ts'
import { useOnline } from '#/lib/browser/online.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { superadminScreens } from './menu/superadmin-screens.ts'
import { Shell } from './shell.tsx'

// Loaded after the screen. If it fails to load, the screen still works and shows that it is not live.
const live = lazyModule(async () => (await import('#/components/live/live-host.tsx')).SuperadminLive)

function Live() {
  const [isAfter, isOnline] = [useAfterScreen(), useOnline()]
  const SuperadminLive = useLazyModule(live, isAfter && isOnline, () => {})
  return SuperadminLive && createElement(SuperadminLive)
}

/** Layout of the superadmin area (specification, section 2). */
export const SuperadminShell = () => (
  <>
    <Shell role="superadmin" heading="SUPERADMIN" home="/superadmin/dashboard" groups={superadminScreens} />
    <Live />
  </>
)
