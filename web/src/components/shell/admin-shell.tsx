import { fulfils } from '@kirana/domain/permissions'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { createElement } from 'react'
import { StepUpHost } from '#/components/security/step-up-host.tsx'
import { useAfterScreen } from '#/lib/after-screen.ts'
import { useOnline } from '#/lib/browser/online.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { needAt } from '#/lib/session/screen-needs.ts'
import { MENUS } from '#/ui/menus.ts'
import { menuFor } from './menu/allowed-screens.ts'
import { adminTopScreens } from './menu/screens.ts'
import { Shell } from './shell.tsx'
import { SupportLink } from './support-link.tsx'

const linkClass =
  'flex h-9 items-center gap-2 rounded-control px-2.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:bg-sunken hover:text-ink dark:hover:bg-raised'

// Loaded after the screen. If it fails to load, the screen still works and shows that it is not live.
const liveHost = lazyModule(async () => (await import('#/components/live/live-host.tsx')).LiveHost)

function Live({ isWanted }: { isWanted: boolean }) {
  const LiveHost = useLazyModule(liveHost, isWanted, () => {})
  return LiveHost && createElement(LiveHost)
}

// Loaded in advance, because it is needed when the network is down.
const unsent = lazyModule(async () => (await import('#/components/feedback/unsent.tsx')).Unsent)

function UnsentChanges({ isWanted }: { isWanted: boolean }) {
  const Unsent = useLazyModule(unsent, isWanted, () => {})
  return Unsent && createElement(Unsent)
}

// Loaded lazily, because few users see it.
const refused = lazyModule(async () => (await import('./refused.tsx')).Refused)

/**
 * Packing mode and picking ('bare') have their own bars and no menus. The board shows unsent changes in its own status
 * bar.
 */
const useOwnBars = () =>
  useRouterState({
    select: ({ location: { pathname, search } }) => {
      const isBoard = pathname === '/admin/orders/new' && search.view === 'board'
      const isPicking = /^\/admin\/order(\/pick\/|s\/round$)/.test(pathname)
      const isBare = isPicking || (isBoard && search.full === '1')
      return isBare ? 'bare' : isBoard ? 'board' : 'none'
    },
  })

/** Layout of the admin area (specification, section 2), with the screens that the user's role permits. */
export function AdminShell() {
  const person = useSession('staff')
  const mustEnrol = person?.mustEnrol === true
  const granted = mustEnrol ? [] : (person?.permissions ?? [])
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const groups = mustEnrol ? [] : menuFor(granted)
  const isAllowed = !mustEnrol && fulfils(granted, needAt(here))
  const Refused = useLazyModule(refused, !isAllowed, () => {})
  const bars = useOwnBars()
  const [isAfter, isOnline] = [useAfterScreen(), useOnline()]
  const isWanted = isAfter && isOnline && !mustEnrol
  return (
    <>
      {bars === 'bare' && isAllowed ? (
        <main
          id="main"
          tabIndex={-1}
          className="flex h-dvh flex-col overflow-y-auto px-3 pt-2 pb-3 outline-none"
        >
          <Outlet />
          <div id={MENUS} />
          <StepUpHost role="staff" />
        </main>
      ) : (
        <Shell
          role="staff"
          heading="Admin"
          home="/admin/dashboard"
          groups={groups}
          drawerFoot={
            <SupportLink className={`${linkClass} mt-4 border-t border-line coarse:h-11 sm:hidden`} />
          }
          refusal={!isAllowed && (Refused ? createElement(Refused, { groups, mustEnrol }) : ' ')}
        >
          {bars !== 'board' && <UnsentChanges isWanted={isWanted} />}
          {adminTopScreens
            .filter(({ to }) => fulfils(granted, needAt(to)))
            .map(({ name, to }) => (
              <Link key={to} to={to} className={`${linkClass} max-lg:hidden`}>
                {name}
              </Link>
            ))}
          <SupportLink className={`${linkClass} max-sm:hidden`} />
        </Shell>
      )}
      <Live isWanted={isWanted} />
    </>
  )
}
