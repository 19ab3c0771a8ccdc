import { PASSWORD_REQUIRED } from '@kirana/domain/texts'
import { setup } from '@kirana/contract/setup'
import { superadmin } from '@kirana/contract/superadmin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { read, useWrite } from '#/lib/api.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { signedIn } from '#/lib/session/session.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { NeedsSkeleton } from '#/components/reports/needs-skeleton.tsx'
import { NeedsAttention, TodayFigures } from '#/components/reports/lazy.ts'
import { TodaySkeleton } from '#/components/reports/today-skeleton.tsx'
import { STRONG } from './-staff/strong.ts'

// Loaded lazily, because the form is rarely used.
const ChangePassword = lazyComponent(
  async () => (await import('#/components/forms/change-password.tsx')).ChangePassword,
)

// Loaded lazily, because only new stores need it.
const SetupChecklist = lazyComponent(
  async () => (await import('#/components/setup/checklist.tsx')).SetupChecklist,
)

export const Route = createFileRoute('/superadmin/dashboard')({ component: Dashboard })

/** Only the server checks the password's strength (specification, section 5). */
const form = z.object({ password: z.string().check(z.minLength(1, PASSWORD_REQUIRED)) })

function Dashboard() {
  const person = useSession('superadmin')
  const { data: checklist } = useQuery(read(setup.superadmin, {}))
  const hasOrders = checklist?.steps.some(({ step, isDone }) => step === 'order' && isDone) ?? false
  const change = useWrite(superadmin.changePassword, {
    fallback: 'Please try again later',
    onDone: () => person && signedIn('superadmin', { ...person, isJoined: true }),
  })
  return (
    <>
      <PageHeader title="Superadmin Dashboard" />
      <NeedsAttention isLinked={false} fallback={<NeedsSkeleton />} />
      {checklist && !hasOrders && <SetupChecklist role="superadmin" />}
      {person?.isJoined === false && (
        <section className="card p-5">
          <h2 className="text-lg font-semibold">Change Password</h2>
          <p className="mt-1 mb-4 text-muted">Please change the default password.</p>
          <ChangePassword
            label="Password"
            hint={STRONG}
            schema={form}
            onSend={(password) =>
              change.sendAsync({
                params: { id: person._id },
                body: { username: person.username, password },
              })
            }
          />
        </section>
      )}
      <TodayFigures isLinked={false} fallback={<TodaySkeleton />} />
      {checklist && hasOrders && (
        <div className="mt-4">
          <SetupChecklist role="superadmin" />
        </div>
      )}
    </>
  )
}
