import { Link, useRouterState } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { useAfterScreen } from '#/lib/after-screen.ts'
import { useStored } from '#/lib/browser/stored.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { chosenView } from '#/lib/orders-view.ts'
import { Logo } from '#/components/shell/logo.tsx'
import type { Screen, ScreenGroup } from './screens.ts'

type Props = {
  heading: string
  home: string
  groups: readonly ScreenGroup[]
  onChosen?: () => void
  /** Shown below the sections. */
  children?: ReactNode
}

// Loaded after the screen. If it fails to load, the menu shows no counts.
const menuCount = lazyModule(async () => (await import('./menu-count.tsx')).MenuCount)

function Count({ screens }: { screens: readonly Screen[] }) {
  const MenuCount = useLazyModule(menuCount, useAfterScreen(), () => {})
  return MenuCount && createElement(MenuCount, { screens })
}

const areHeadings = (value: unknown): value is string[] => Array.isArray(value)
const none: string[] = []

/**
 * The drawer: its heading, the sections and their screens, in the product's letter case. The browser remembers
 * collapsed sections, which show the count of their open tasks.
 */
export function DrawerMenu({ heading, home, groups, onChosen, children }: Props) {
  const here = useRouterState({ select: (state) => state.location.pathname })
  const [folded, setFolded] = useStored('folded-menu', none, areHeadings)
  return (
    <nav aria-label={heading} className="flex min-h-full flex-col px-3 pb-6">
      <div className="sticky top-0 z-1 -mx-3 flex h-14 shrink-0 items-center gap-3 bg-inherit px-5">
        <Link to={home} aria-label="Kirana, to the dashboard" className="rounded-lg" onClick={onChosen}>
          <Logo />
        </Link>
        <span className="text-base font-semibold">{heading}</span>
      </div>
      {groups.map((group) => {
        const isFolded = folded.includes(group.heading)
        const others = folded.filter((one) => one !== group.heading)
        return (
          <section key={group.heading} className="pt-2">
            <button
              type="button"
              aria-expanded={!isFolded}
              className="flex w-full items-center gap-2 rounded-control px-2.5 pt-2 pb-1.5 text-xs font-medium text-muted hover:text-ink coarse:min-h-11"
              onClick={() => setFolded(isFolded ? others : [...others, group.heading])}
            >
              <span id={`menu-${group.heading}`} className="flex-1 text-left">
                {group.heading}
              </span>
              {isFolded && <Count screens={group.screens} />}
              <span aria-hidden>{isFolded ? '+' : '−'}</span>
            </button>
            {!isFolded && (
              <ul aria-labelledby={`menu-${group.heading}`}>
                {group.screens.map((screen) => {
                  const { name, to, icon: Icon, waits } = screen
                  return (
                    <li key={to}>
                      <Link
                        to={to}
                        {...(to === '/admin/orders/new' && { search: chosenView })}
                        activeOptions={{ exact: true }}
                        onClick={onChosen}
                        aria-current={here === to ? 'page' : undefined}
                        className="flex h-8 items-center gap-3 rounded-control px-2.5 text-sm text-ink/80 transition-colors hover:bg-line/50 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-soft-ink coarse:h-11 coarse:text-base"
                      >
                        <Icon aria-hidden size={16} className="shrink-0 opacity-85" />
                        {name}
                        {waits === 'approvals' && <Count screens={[screen]} />}
                      </Link>
                    </li>
                  )
                })}
              </ul>
            )}
          </section>
        )
      })}
      {children}
    </nav>
  )
}
