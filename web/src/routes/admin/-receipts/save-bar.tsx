import { formatWhen } from '@kirana/domain/calendar'
import { useClock } from '#/lib/browser/clock.ts'
import { counted } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { type Draft, isEmpty, isKeyOld } from './draft.ts'

type Props = {
  draft: Draft
  /** Whether Save was pressed. */
  isTried: boolean
  isSaving: boolean
  onDiscard: () => void
  onSave: () => void
}

/**
 * The state of the receipt, with Save and Discard. After a lost response it can only be sent again unchanged, or
 * discarded.
 */
export function SaveBar({ draft, isTried, isSaving, onDiscard, onSave }: Props) {
  const { lines, sent } = draft
  const isUnknown = sent !== null && !isSaving
  const isOld = useClock((now) => sent !== null && isKeyOld(sent, now))
  return (
    <footer className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3">
      {/* With large text this line is above the buttons. */}
      <p
        role="status"
        className={`numbers min-w-0 grow ${isUnknown ? 'text-warn' : 'text-muted'}`}
        style={{ flexBasis: '5rem' }}
      >
        {isUnknown
          ? isOld
            ? `This may have been received ${sentWhen(sent.at)}. Look at the receipts below first.`
            : 'Not known whether this was saved. Try again: it is received once.'
          : isTried && lines.length === 0
            ? 'Scan or search a product'
            : `${counted(lines.length, 'line')}, kept in this browser until you save`}
      </p>
      <Button variant="outline" disabled={isEmpty(draft) || isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Button busy={isSaving} onClick={onSave}>
        {sent === null || isSaving ? 'Save receipt' : isOld ? 'Receive anyway' : 'Try again'}
      </Button>
    </footer>
  )
}

const sentWhen = (at: number | undefined) =>
  at === undefined ? 'already' : formatWhen(new Date(at), new Date())
