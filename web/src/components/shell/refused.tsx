import { Link } from '@tanstack/react-router'
import { ENROL_FIRST, NOT_IN_ROLE } from '@kirana/domain/texts'
import { LockKeyhole } from 'lucide-react'
import { EmptyState } from '#/components/feedback/states.tsx'
import { SecurityPanels } from '#/components/security/security-panels.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { PageHeader } from './page-header.tsx'
import type { ScreenGroup } from './menu/screens.ts'

/** Replaces a screen that the role does not permit, and lists the permitted screens. */
const NotInRole = ({ groups }: { groups: readonly ScreenGroup[] }) => (
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

/** Replaces every screen for staff whose role requires a second factor that they have not set up. */
const EnrolFirst = () => (
  <>
    <PageHeader title="Set up your second factor" />
    <p className="mb-4 max-w-160 text-muted">{ENROL_FIRST}. It takes a minute, and an app on your phone.</p>
    <SecurityPanels role="staff" isEnrolling />
  </>
)

/** Replaces a screen that staff may not open. */
export const Refused = ({ groups, mustEnrol }: { groups: readonly ScreenGroup[]; mustEnrol: boolean }) =>
  mustEnrol ? <EnrolFirst /> : <NotInRole groups={groups} />
