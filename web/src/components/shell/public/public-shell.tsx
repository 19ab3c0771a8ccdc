import { Link, Outlet } from '@tanstack/react-router'
import { endedSession } from '#/lib/session/ended-session.ts'
import { useStore } from '#/lib/store.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Logo } from '#/components/shell/logo.tsx'
import { SkipLink } from '#/components/shell/skip-link.tsx'
import { ThemeSwitch } from '#/components/shell/theme-switch.tsx'

const linkClass =
  'flex min-h-9 items-center rounded-control px-2.5 text-sm font-medium text-muted transition-colors hover:bg-sunken hover:text-ink coarse:min-h-11'

const EndedNotice = lazyComponent(async () => (await import('./ended-notice.tsx')).EndedNotice)

function Ended() {
  const ended = useStore(endedSession)
  return ended && <EndedNotice ended={ended} />
}

/**
 * Decorative circles behind the public screens. They are gradients, because a blur filter of this size is slow on
 * phones.
 */
const Circles = () => (
  <div aria-hidden data-chrome className="pointer-events-none fixed inset-0 -z-10 overflow-hidden">
    <div className="circle -top-50 -left-45 size-150 bg-radial from-glow-1 to-transparent to-70%" />
    <div className="circle top-1/2 -right-50 size-150 -translate-y-[55%] bg-radial from-glow-2 to-transparent to-70%" />
    <div className="circle -bottom-75 left-1/2 size-155 -translate-x-1/2 bg-radial from-glow-3 to-transparent to-70%" />
  </div>
)

/** Layout of the public screens and both sign-ins. */
export const PublicShell = () => (
  <div className="relative isolate flex min-h-dvh flex-col">
    <Circles />
    <SkipLink />
    <header data-chrome className="flex h-14 items-center justify-between px-4 sm:px-6">
      <Link to="/" className="flex items-center gap-3 rounded-lg text-base font-semibold">
        <Logo />
        Kirana
      </Link>
      <ThemeSwitch />
    </header>
    <Ended />
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
      <Outlet />
    </main>
    <footer data-chrome className="px-4 py-4">
      <nav aria-label="Kirana" className="flex flex-wrap justify-center gap-x-2">
        <Link to="/legal" className={linkClass}>
          Legal
        </Link>
        <Link to="/admin/signin" className={linkClass}>
          Admin Log In
        </Link>
        <Link to="/superadmin/signin" className={linkClass}>
          Superadmin Log In
        </Link>
      </nav>
    </footer>
  </div>
)
