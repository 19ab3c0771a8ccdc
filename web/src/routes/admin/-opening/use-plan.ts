import { opening as calls, type Opening } from '@kirana/contract/opening'
import type { LastChange } from '@kirana/contract/wire/shapes'
import { useState } from 'react'
import { ApiError, reloadAll, useWrite } from '#/lib/api.ts'
import { keepDraft, readDraft } from '#/components/forms/draft-store.ts'
import type { Conflict } from '#/components/forms/stale.ts'
import { differences, type Hours, hoursFrom, merged } from './hours.ts'

const DRAFT = 'opening hours'

/** The edited hours, and the hours on which they are based. */
type Typed = { hours: Hours; base: Hours }

const isTyped = (fields: object): fields is Typed => 'hours' in fields && 'base' in fields

/**
 * The hours in the form: those of the store, or the edited ones, which are stored as a draft until they are saved or
 * discarded. If others have changed the hours, the save is rejected with a conflict, and unchanged days take the new
 * hours.
 */
export function usePlan(opening: Opening, today: string) {
  const [kept] = useState(() => readDraft(DRAFT))
  const [typed, setTyped] = useState<Typed | null>(() => (kept && isTyped(kept.fields) ? kept.fields : null))
  const [restoredAt, setRestoredAt] = useState(typed ? kept?.at : undefined)
  const [refused, setRefused] = useState<{ change: LastChange; theirs: Hours; taken: string[] } | null>(null)
  const hours = typed?.hours ?? hoursFrom(opening, today)

  const put = (next: Typed) => {
    setTyped(next)
    keepDraft(DRAFT, { at: Date.now(), fields: next })
  }
  const discard = () => {
    setTyped(null)
    setRestoredAt(undefined)
    setRefused(null)
    keepDraft(DRAFT, null)
  }
  const edit = useWrite(calls.editHours, {
    reload: [calls.get],
    onDone: discard,
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'stale')) return
      void reloadAll([calls.get])
      const { by, at, ...now } = error.data as Opening & LastChange
      const theirs = hoursFrom(now, today)
      const { plan, taken } = merged(typed?.base ?? theirs, hours, theirs)
      put({ hours: { ...plan, version: theirs.version }, base: theirs })
      setRefused({ change: { by, at }, theirs, taken })
    },
  })
  const conflict: Conflict | null = refused && {
    ...refused.change,
    taken: refused.taken,
    rows: differences(refused.theirs, hours),
  }
  return {
    hours,
    isDirty: typed !== null,
    /** Whether other users have saved hours since, and the conflict is not shown yet. */
    isOutdated: typed !== null && !conflict && hours.version !== opening.version,
    conflict,
    restoredAt,
    change: (fields: Partial<Hours>) =>
      put({ hours: { ...hours, ...fields }, base: typed?.base ?? hoursFrom(opening, today) }),
    discard,
    save: () => edit.send({ body: hours }),
    isSending: edit.isSending,
  }
}
