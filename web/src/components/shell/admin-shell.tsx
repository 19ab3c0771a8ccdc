import { fulfils } from '@kirana/domain/permissions'
import { Link, useRouterState } from '@tanstack/react-router'
import { createElement } from 'react'
import { useOnline } from '#/lib/online.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { useSession } from '#/lib/profiles.ts'
import { menuFor, needAt } from './allowed-screens.ts'
import { adminTopScreens } from './screens.ts'
import { NotInRole } from './not-in-role.tsx'
import { Shell } from './shell.tsx'
import { SupportLink } from './support-link.tsx'

const linkClass =
  'flex h-9 items-center gap-2 rounded-control px-2.5 text-sm font-medium text-muted transition-colors hover:bg-sunken hover:text-ink dark:hover:bg-raised'

// Loaded after the screen. If it fails to load, the screen still works and shows that it is not live.
const liveHost = lazyModule(async () => (await import('#/components/live/live-host.tsx')).LiveHost)

function Live() {
  const LiveHost = useLazyModule(liveHost, useOnline(), () => {})
  return LiveHost && createElement(LiveHost)
}

/** Layout of the admin area (specification, section 2), with the screens that the role of the person includes. */
export function AdminShell() {
  const granted = useSession('staff')?.permissions ?? []
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const groups = menuFor(granted)
  return (
    <>
      <Shell
        role="staff"
        heading="Admin"
        home="/admin/dashboard"
        groups={groups}
        drawerFoot={
          <SupportLink className={`${linkClass} mt-4 border-t border-line coarse:h-11 sm:hidden`} />
        }
        refusal={!fulfils(granted, needAt(here)) && <NotInRole groups={groups} />}
      >
        {adminTopScreens
          .filter(({ to }) => fulfils(granted, needAt(to)))
          .map(({ name, to }) => (
            <Link key={to} to={to} className={`${linkClass} max-lg:hidden`}>
              {name}
            </Link>
          ))}
        <SupportLink className={`${linkClass} max-sm:hidden`} />
      </Shell>
      <Live />
    </>
  )
}
