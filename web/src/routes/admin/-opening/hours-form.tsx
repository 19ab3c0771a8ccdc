import { opening as calls, type Opening } from '@kirana/contract/opening'
import { dayInKolkata } from '@kirana/domain/calendar'
import { useEffect, useRef, useState } from 'react'
import { useClock } from '#/lib/browser/clock.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { storesDrafts } from '#/components/forms/draft-store.ts'
import { Comparison, DraftNote } from '#/components/forms/editing-notes.tsx'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { Button } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { ClosedDays } from './closed-days.tsx'
import { errorsOf, usualWeek, type Errors } from './hours.ts'
import { usePlan } from './use-plan.ts'
import { WeekFields } from './week-fields.tsx'

/** Opening hours and closed days, saved together. The fields are disabled for users who may not change them. */
export function HoursForm({ opening }: { opening: Opening }) {
  const [isSubmitted, setSubmitted] = useState(false)
  const isEditable = useAllowed(calls.editHours)
  const form = useRef<HTMLFormElement>(null)
  const today = useClock((now) => dayInKolkata(new Date(now)))
  const plan = usePlan(opening, today)
  const { hours, change, conflict, isSending } = plan
  const errors: Errors = isSubmitted && plan.isDirty ? errorsOf(hours) : new Map()
  const discard = () => {
    plan.discard()
    setSubmitted(false)
  }
  const [focusCount, setFocusCount] = useState(0)
  useEffect(() => {
    if (focusCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusCount])
  const submit = () => {
    setSubmitted(true)
    if (errorsOf(hours).size > 0) return setFocusCount((count) => count + 1)
    plan.save()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Hours and closed days"
      className="card"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <fieldset disabled={!isEditable} className={isEditable ? 'contents' : 'contents [&_button]:hidden'}>
        <LeaveGuard isDirty={plan.isDirty} isDraft={storesDrafts} />
        {(conflict || plan.restoredAt !== undefined) && (
          <div className="flex flex-col gap-3 p-5 pb-0">
            {plan.restoredAt !== undefined && (
              <DraftNote at={plan.restoredAt} busy={isSending} onDiscard={discard} />
            )}
            {conflict && <Comparison conflict={conflict} busy={isSending} onUseTheirs={discard} />}
          </div>
        )}
        {plan.isOutdated && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-t-card bg-warn-soft px-5 py-3 text-warn"
          >
            <p className="min-w-0 flex-1">Somebody has changed the hours since you opened them.</p>
            <Button variant="outline" size="small" onClick={discard}>
              Discard mine and load them
            </Button>
          </div>
        )}
        <div className="flex flex-col gap-4 p-5">
          <h2 className="text-lg font-semibold">Hours of the week</h2>
          <RadioGroup
            legend="The store takes orders"
            name="kind"
            value={hours.week ? 'hours' : 'always'}
            choices={[
              { value: 'always', label: 'Round the clock' },
              { value: 'hours', label: 'At these hours' },
            ]}
            onChange={(kind) => change({ week: kind === 'always' ? null : (opening.week ?? usualWeek()) })}
          />
          {hours.week && (
            <WeekFields week={hours.week} errors={errors} onChange={(week) => change({ week })} />
          )}
        </div>
        <ClosedDays
          today={today}
          days={hours.closedDays}
          errors={errors}
          onChange={(closedDays) => change({ closedDays })}
        />
        {isEditable && (
          <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
            {plan.isDirty && (
              <Button variant="text" disabled={isSending} onClick={discard}>
                Discard
              </Button>
            )}
            <Button type="submit" busy={isSending}>
              Save Changes
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
