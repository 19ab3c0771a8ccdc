import { optionalSteps, setup } from '@kirana/contract/setup'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read, useWrite } from '#/lib/api.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Ask } from '#/ui/alert.tsx'
import { Button } from '#/ui/button.tsx'
import { type Checklist, screenOf, wordsOf } from './steps.ts'

type Role = 'staff' | 'superadmin'

/**
 * The open steps of a new store. Always reloaded, because a customer's first order completes a step. Renders nothing
 * once all steps are done or the checklist is put away.
 */
export function SetupChecklist({ role }: { role: Role }) {
  const query = useQuery({ ...read(setup[role], {}), staleTime: 0 })
  if (query.error)
    return (
      <div className="mb-4 overflow-hidden rounded-card">
        <ErrorLine message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      </div>
    )
  return query.data ? <Steps role={role} checklist={query.data} /> : null
}

function Steps({ role, checklist }: { role: Role; checklist: Checklist }) {
  const { steps } = checklist
  const opens = useOpensScreen()
  const needed = steps.filter(({ step }) => !optionalSteps.includes(step))
  const done = needed.filter(({ isDone }) => isDone).length
  return (
    <section aria-labelledby="setup" className="card mb-4 overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4">
        <div className="min-w-0 flex-1">
          <h2 id="setup" className="text-lg font-semibold">
            Set up your store
          </h2>
          <p className="numbers text-sm text-muted">
            {done} of {needed.length} done
          </p>
        </div>
        <PutAway role={role} />
      </header>
      <ol className="-mb-px grid border-t border-line md:grid-cols-2">
        {steps.map(({ step, isDone }) => {
          const to = screenOf(step, checklist)
          const isOpen =
            role === 'staff' ? to.startsWith('/admin/') && opens(to) : to.startsWith('/superadmin/')
          const isOwn = wordsOf[step].by === role
          return <Step key={step} {...wordsOf[step]} isDone={isDone} isOwn={isOwn} to={to} isOpen={isOpen} />
        })}
      </ol>
    </section>
  )
}

const doers = {
  staff: 'Staff do this.',
  superadmin: 'The superadmin does this.',
  operator: 'Whoever runs the server does this: see docs/running.md.',
}

type StepProps = (typeof wordsOf)[keyof typeof wordsOf] & { isDone: boolean; isOwn: boolean; isOpen: boolean }

function Step({ title, why, by, to, isDone, isOwn, isOpen }: StepProps) {
  const body = (
    <>
      {isDone ? (
        <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-ok" />
      ) : (
        <CircleDashed aria-hidden size={20} className="mt-0.5 shrink-0 text-muted" />
      )}
      <span className="min-w-0 flex-1">
        <span className="font-medium">{title}</span>
        <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        <span className="block text-sm text-muted">
          {why} {!isDone && !isOwn && doers[by]}
        </span>
      </span>
    </>
  )
  const row = 'flex gap-3 px-5 py-3'
  return (
    <li className="border-b border-line">
      {isOpen ? (
        <Link to={to} className={`${row} h-full -outline-offset-2 hover:bg-sunken dark:hover:bg-raised`}>
          {body}
          <ChevronRight aria-hidden size={18} className="mt-1 shrink-0 text-muted" />
        </Link>
      ) : (
        <div className={row}>{body}</div>
      )}
    </li>
  )
}

function PutAway({ role }: { role: Role }) {
  const [isAsking, setAsking] = useState(false)
  const staff = useWrite(setup.hideForStaff, { reload: [setup.staff] })
  const superadmin = useWrite(setup.hideForSuperadmin, { reload: [setup.superadmin] })
  const hide = role === 'staff' ? staff : superadmin
  return (
    <>
      <Button variant="text" size="small" busy={hide.isSending} onClick={() => setAsking(true)}>
        Put away
      </Button>
      <Ask
        open={isAsking}
        onOpenChange={setAsking}
        title="Put the checklist away?"
        description={
          role === 'staff'
            ? 'No staff see it any more. What is left can still be done on each screen.'
            : 'You do not see it any more. What is left can still be done on each screen.'
        }
        action="Put away"
        destructive={false}
        onConfirm={() => {
          setAsking(false)
          hide.send({})
        }}
      />
    </>
  )
}
