import { Link, Outlet } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { SessionRole } from '#/lib/session/session.ts'
import { IconButton } from '#/ui/button.tsx'
import { MENUS } from '#/ui/menus.ts'
import { StepUpHost } from '#/components/security/step-up-host.tsx'
import { StripSlot } from '#/components/live/strip-slot.tsx'
import { AccountMenu } from './account-menu.tsx'
import { DrawerMenu } from './menu/drawer-menu.tsx'
import { Keys } from './keyboard/keys.tsx'
import { Logo } from './logo.tsx'
import type { ScreenGroup } from './menu/screens.ts'
import { Shortcuts, type Overlay } from './keyboard/shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

type Props = {
  role: SessionRole
  heading: string
  home: string
  groups: readonly ScreenGroup[]
  /** Links of the top bar. */
  children?: ReactNode
  /** Content of the top bar that phones show in the drawer. */
  drawerFoot?: ReactNode
  /** Replaces the screen for users who may not open it. */
  refusal?: ReactNode
}

/** Layout of a back office area: drawer menu, top bar, the screen. */
export function Shell({ role, heading, home, groups, children, drawerFoot, refusal }: Props) {
  const drawer = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>(null)
  return (
    <div className="lg:pl-59">
      <SkipLink />
      <aside
        data-chrome
        className="fixed inset-y-0 left-0 hidden w-59 overflow-y-auto overscroll-contain border-r border-line bg-sunken lg:block"
      >
        <DrawerMenu heading={heading} home={home} groups={groups} />
      </aside>
      <dialog
        ref={drawer}
        aria-label={`${heading} menu`}
        className="drawer bg-sunken text-ink"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
        {isOpen && (
          <DrawerMenu heading={heading} home={home} groups={groups} onChosen={() => drawer.current?.close()}>
            {drawerFoot}
          </DrawerMenu>
        )}
      </dialog>
      <header
        data-chrome
        className="group/header sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-canvas/95 px-3 sm:gap-4 sm:px-6"
      >
        <IconButton
          label="Open menu"
          className="lg:hidden"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(true)
            drawer.current?.showModal()
          }}
        >
          <Menu aria-hidden className="size-5!" />
        </IconButton>
        <Link to={home} aria-label="Kirana, to the dashboard" className="rounded-lg lg:hidden">
          <Logo />
        </Link>
        <button
          type="button"
          className="flex h-9 min-w-0 items-center gap-2.5 overflow-hidden rounded-control border border-line bg-surface px-3 text-muted transition-colors whitespace-nowrap hover:border-line-strong max-2xl:group-has-[aside]/header:hidden max-md:hidden md:w-64"
          // The button shrinks before the links beside it have to scroll.
          style={{ flexShrink: 999 }}
          onClick={() => setOverlay('palette')}
        >
          <Search aria-hidden size={16} />
          <span className="flex-1 text-left">Jump to…</span>
          <span className="coarse:hidden">
            <Keys keys={['Ctrl', 'K']} />
          </span>
        </button>
        <StripSlot />
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          {/* With large text the links scroll, and the account menu stays visible. */}
          <div className="relative -mx-1 flex min-w-0 items-center gap-1 overflow-x-auto p-1 sm:gap-2">
            {children}
            <IconButton
              label="Jump to…"
              className="md:not-group-has-[aside]/header:hidden 2xl:hidden"
              onClick={() => setOverlay('palette')}
            >
              <Search aria-hidden />
            </IconButton>
          </div>
          <ThemeSwitch />
          <AccountMenu role={role} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-400 px-3 py-4 outline-none sm:px-6 sm:py-6">
        {refusal || <Outlet />}
        <div id={MENUS} />
      </main>
      <Shortcuts groups={groups} overlay={overlay} onOverlay={setOverlay} />
      <StepUpHost role={role} />
    </div>
  )
}
