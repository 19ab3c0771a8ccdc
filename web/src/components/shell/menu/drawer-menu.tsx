import { Link, useRouterState } from '@tanstack/react-router'
import { Logo } from '#/components/shell/logo.tsx'
import type { ReactNode } from 'react'
import { MenuCount } from './menu-count.tsx'
import type { ScreenGroup } from './screens.ts'

type Props = {
  heading: string
  home: string
  groups: readonly ScreenGroup[]
  onChosen?: () => void
  /** Shown below the sections. */
  children?: ReactNode
}

/** The drawer: its heading, the sections and their screens, in the product's letter case. */
export function DrawerMenu({ heading, home, groups, onChosen, children }: Props) {
  const here = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav aria-label={heading} className="flex min-h-full flex-col px-3 pb-6">
      <div className="sticky top-0 z-1 -mx-3 flex h-14 shrink-0 items-center gap-3 bg-inherit px-5">
        <Link to={home} aria-label="Kirana, to the dashboard" className="rounded-lg" onClick={onChosen}>
          <Logo />
        </Link>
        <span className="text-base font-semibold">{heading}</span>
      </div>
      {groups.map((group) => (
        <section key={group.heading} className="pt-2">
          <p id={`menu-${group.heading}`} className="px-2.5 pt-2 pb-1.5 text-xs font-medium text-muted">
            {group.heading}
          </p>
          <ul aria-labelledby={`menu-${group.heading}`}>
            {group.screens.map(({ name, to, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: true }}
                  onClick={onChosen}
                  aria-current={here === to ? 'page' : undefined}
                  className="flex h-8 items-center gap-3 rounded-control px-2.5 text-sm text-ink/80 transition-colors hover:bg-line/50 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-medium aria-[current=page]:text-brand-soft-ink coarse:h-11 coarse:text-base"
                >
                  <Icon aria-hidden size={16} className="shrink-0 opacity-85" />
                  {name}
                  {to.endsWith('/approvals') && <MenuCount to={to} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {children}
    </nav>
  )
}
