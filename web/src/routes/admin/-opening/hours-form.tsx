import { opening as calls, type Opening } from '@kirana/contract/opening'
import { dayInKolkata } from '@kirana/domain/calendar'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { Button } from '#/ui/button.tsx'
import { RadioGroup } from '#/ui/choice-group.tsx'
import { ClosedDays } from './closed-days.tsx'
import { errorsOf, hoursFrom, usualWeek, type Errors, type Hours } from './hours.ts'
import { WeekFields } from './week-fields.tsx'

/**
 * Opening hours and closed days, saved together. What is typed stays until it is saved, also when others save other hours
 * meanwhile: the server then refuses it, and the form says so before. Those who may not change them see the fields disabled.
 */
export function HoursForm({ opening }: { opening: Opening }) {
  const [draft, setDraft] = useState<Hours | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const isEditable = useAllowed(calls.editHours)
  const form = useRef<HTMLFormElement>(null)
  const today = useClock((now) => dayInKolkata(new Date(now)))
  const hours = draft ?? hoursFrom(opening, today)
  const errors: Errors = isSubmitted ? errorsOf(hours) : new Map()
  const isStale = draft !== null && draft.version !== opening.version
  const change = (fields: Partial<Hours>) => setDraft({ ...hours, ...fields })
  const discard = () => {
    setDraft(null)
    setSubmitted(false)
  }
  const edit = useWrite(calls.editHours, {
    reload: [calls.get],
    onDone: discard,
  })
  const [focusCount, setFocusCount] = useState(0)
  useEffect(() => {
    if (focusCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusCount])
  const submit = () => {
    setSubmitted(true)
    if (errorsOf(hours).size > 0) return setFocusCount((count) => count + 1)
    edit.send({ body: hours })
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
        <LeaveGuard isDirty={draft !== null} />
        {isStale && (
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
            {draft && (
              <Button variant="text" disabled={edit.isSending} onClick={discard}>
                Discard
              </Button>
            )}
            <Button type="submit" busy={edit.isSending}>
              Save Changes
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}
