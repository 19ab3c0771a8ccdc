import { Link } from '@tanstack/react-router'
import { LayoutGrid, Maximize2, Table2 } from 'lucide-react'
import { rememberView } from '#/lib/orders-view.ts'
import type { Stage } from '#/lib/stages.ts'
import { buttonVariants } from '#/ui/button.tsx'

const views = [
  { view: 'board', name: 'Board', Icon: LayoutGrid },
  { view: 'table', name: 'Table', Icon: Table2 },
] as const

/** Switches New Orders between board and table. The view is in the URL, and the menu opens the last one. */
export const ViewSwitch = ({ view: present }: { view: string }) => (
  <nav aria-label="View" className="flex rounded-control border border-line bg-surface p-0.5">
    {views.map(({ view, name, Icon }) => (
      <Link
        key={view}
        to="/admin/orders/new"
        search={{ page: 1, search: '', view }}
        aria-current={view === present}
        onClick={() => rememberView(view)}
        className={`flex h-8 items-center gap-1.5 rounded-[7px] px-2.5 text-sm font-medium transition-colors coarse:h-10 ${view === present ? 'bg-sunken text-ink dark:bg-raised' : 'text-muted hover:text-ink'}`}
      >
        <Icon aria-hidden size={16} />
        <span className="max-sm:sr-only">{name}</span>
      </Link>
    ))}
  </nav>
)

/** Opens the board without menus, in large type. */
export const PackingModeLink = ({ stage }: { stage: Stage }) => (
  <Link
    to="/admin/orders/new"
    search={{ page: 1, search: '', view: 'board', full: '1', ...(stage !== 'Confirmed' && { stage }) }}
    title="Packing mode"
    className={buttonVariants({ variant: 'outline', className: 'max-sm:w-11 max-sm:px-0' })}
  >
    <Maximize2 aria-hidden />
    <span className="max-sm:sr-only">Packing mode</span>
  </Link>
)
