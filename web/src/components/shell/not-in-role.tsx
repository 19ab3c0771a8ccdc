import { Link } from '@tanstack/react-router'
import { NOT_IN_ROLE } from '@kirana/domain/texts'
import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '#/components/feedback/states.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { PageHeader } from './page-header.tsx'
import type { ScreenGroup } from './menu/screens.ts'

/** In place of a screen that the role of staff does not include: what it does include. */
export const NotInRole = ({ groups }: { groups: readonly ScreenGroup[] }) => (
  <>
    <PageHeader title="Not in your role" />
    <section aria-label="What your role includes" className="card">
      <EmptyState text={NOT_IN_ROLE} icon={<LockKeyhole size={22} />}>
        <div className="flex flex-wrap justify-center gap-2">
          {groups.flatMap(({ screens }) =>
            screens.map(({ name, to }) => (
              <Link key={to} to={to} className={buttonVariants({ variant: 'outline' })}>
                {name}
              </Link>
            )),
          )}
        </div>
      </EmptyState>
    </section>
  </>
)
