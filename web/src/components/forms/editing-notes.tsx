import { dayInKolkata } from '@kirana/domain/calendar'
import type { MouseEvent } from 'react'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { clockTime, formatDateTime } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import type { Editing } from './editing.ts'

/** Loads after the first rejected save, because most forms never need it. */
export const Comparison = lazyComponent(async () => (await import('./comparison.tsx')).Comparison)

type Props = { editing: Editing; busy: boolean; className?: string }

/** Notes above the fields: a draft was restored, or other users changed the record since the form was opened. */
export function EditingNotes({ editing, busy, className = '' }: Props) {
  'use no memo'
  const { restoredAt } = editing
  const conflict = editing.conflict()
  if (restoredAt === undefined && !conflict) return null
  return (
    <div className={`flex flex-col gap-3 ${className}`}>
      {restoredAt !== undefined && <DraftNote at={restoredAt} busy={busy} onDiscard={editing.discardDraft} />}
      {conflict && <Comparison conflict={conflict} busy={busy} onUseTheirs={editing.takeTheirs} />}
    </div>
  )
}

const timeOf = (at: number) =>
  dayInKolkata(new Date(at)) === dayInKolkata(new Date()) ? clockTime(at) : formatDateTime(new Date(at))

type DraftProps = { at: number; busy: boolean; onDiscard: () => void }

/** Says that the form shows a draft. */
export function DraftNote({ at, busy, onDiscard }: DraftProps) {
  const discard = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const form = currentTarget.closest('form')
    onDiscard()
    form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-info-soft px-4 py-2 text-sm text-info">
      <p role="status">Draft of {timeOf(at)} restored</p>
      <Button variant="outline" size="small" disabled={busy} onClick={discard}>
        Discard
      </Button>
    </div>
  )
}
