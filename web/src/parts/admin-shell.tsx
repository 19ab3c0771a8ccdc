import { Link } from '@tanstack/react-router'
import { createElement } from 'react'
import { useOnline } from '#/lib/online.ts'
import { partOf, usePart } from '#/lib/part.ts'
import { adminScreens, adminTopScreens } from './screens.ts'
import { Shell } from './shell.tsx'
import { SupportLink } from './support-link.tsx'

const linkLook =
  'flex h-9 items-center gap-2 rounded-control px-2.5 text-sm font-medium text-muted transition-colors hover:bg-sunken hover:text-ink dark:hover:bg-raised'

// The screen comes first. Without this part it still works, and its connection light says that it is not live.
const liveHost = partOf(async () => (await import('./live-host.tsx')).LiveHost)

function Live() {
  const LiveHost = usePart(liveHost, useOnline(), () => {})
  return LiveHost && createElement(LiveHost)
}

/** The admin area's frame (specification, section 2). */
export const AdminShell = () => (
  <>
    <Shell
      role="staff"
      heading="Admin"
      home="/admin/dashboard"
      groups={adminScreens}
      drawerFoot={<SupportLink className={`${linkLook} mt-4 border-t border-line coarse:h-11 sm:hidden`} />}
    >
      {adminTopScreens.map(({ name, to }) => (
        <Link key={to} to={to} className={`${linkLook} max-lg:hidden`}>
          {name}
        </Link>
      ))}
      <SupportLink className={`${linkLook} max-sm:hidden`} />
    </Shell>
    <Live />
  </>
)
