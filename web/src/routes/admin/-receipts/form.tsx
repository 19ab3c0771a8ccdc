import { MAX_RECEIPT_LINES } from '@kirana/contract/receipts'
import type { StockRow } from '@kirana/contract/stock'
import { dayInKolkata } from '@kirana/domain/calendar'
import { useRef, useState } from 'react'
import { messageOf } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import { counted } from '#/lib/format.ts'
import { notify } from '#/lib/notify.ts'
import { Ask } from '#/components/feedback/lazy.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { TextField } from '#/ui/field.tsx'
import {
  changeLine,
  type Draft,
  emptyDraft,
  type LineProblem,
  problemOf,
  withOtherExpiry,
  withoutLine,
  withPiece,
} from './draft.ts'
import { FindVariant, findBarcode } from './find.tsx'
import { focusField, ReceiptLine } from './line.tsx'
import { SaveBar } from './save-bar.tsx'
import { useReceiptDraft } from './use-draft.ts'
import { useSaveReceipt } from './use-save.ts'

const TieBarcode = lazyComponent(async () => (await import('./tie.tsx')).TieBarcode)

/** Focuses a field of a line once it is rendered, which takes several frames on a busy page. */
const focusLater = (key: string, field: LineProblem['field'], frames = 30): unknown =>
  requestAnimationFrame(() => focusField(key, field) || (frames > 0 && focusLater(key, field, frames - 1)))

/**
 * The form of a receipt, filled by typing and scanning. The draft is stored in this browser until it is saved or
 * discarded.
 */
export function ReceiptForm({ staffId }: { staffId: string }) {
  const { draft, change } = useReceiptDraft(staffId)
  const [isTried, setTried] = useState(false)
  /** Keys of the lines whose problem is shown, because the user has left one of their fields. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [unknown, setUnknown] = useState('')
  const [isAsking, setAsking] = useState(false)
  const supplier = useRef<HTMLInputElement>(null)
  const billNumber = useRef<HTMLInputElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const today = useClock((now) => dayInKolkata(new Date(now)))
  const { isSaving, save } = useSaveReceipt(draft, change)
  const problems = draft.lines.map((line) => problemOf(line, today))

  const put = (adding: (now: Draft) => { draft: Draft; key: string }) =>
    change((now) => {
      if (now.sent) {
        notify('failure', 'Not added: this receipt has been sent')
        return now
      }
      const { draft: next, key } = adding(now)
      if (next.lines.length > MAX_RECEIPT_LINES) {
        notify('failure', `A receipt has ${MAX_RECEIPT_LINES} lines at most`)
        return now
      }
      focusLater(key, 'quantity')
      return next
    })
  const add = (row: StockRow) => put((now) => withPiece(now, row))
  const scan = (code: string) => {
    if (draft.sent) return notify('failure', `${code} was not added: this receipt has been sent`)
    void findBarcode(code).then(
      (row) => (row ? add(row) : setUnknown(code)),
      (error: unknown) => notify('failure', messageOf(error)),
    )
  }
  useScanner(scan)
  const press = () => {
    if (draft.sent) return save()
    setTried(true)
    const at = problems.findIndex((problem) => problem !== null)
    const [line, problem] = [draft.lines[at], problems[at]]
    if (draft.supplier.trim() === '') return supplier.current?.focus()
    if (draft.billNumber.trim() === '') return billNumber.current?.focus()
    if (draft.lines.length === 0) return search.current?.focus()
    if (line && problem) return focusLater(line.key, problem.field)
    save()
    setTried(false)
  }
  const missing = (text: string, what: string) =>
    isTried && text.trim() === '' ? `${what} is required` : undefined
  return (
    <section aria-label="New receipt" className="card overflow-clip">
      <fieldset disabled={draft.sent !== null} className="contents">
        <div className="flex flex-col gap-3 p-4">
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField
              ref={supplier}
              label="Supplier"
              maxLength={100}
              value={draft.supplier}
              error={missing(draft.supplier, 'Supplier')}
              onChange={({ target }) => change((now) => ({ ...now, supplier: target.value }))}
            />
            <TextField
              ref={billNumber}
              label="Bill number"
              maxLength={50}
              value={draft.billNumber}
              error={missing(draft.billNumber, 'Bill number')}
              onChange={({ target }) => change((now) => ({ ...now, billNumber: target.value }))}
            />
          </div>
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <FindVariant input={search} onChoose={add} onEnter={scan} />
            </div>
            <ScanButton onScan={scan} />
          </div>
        </div>
        {draft.lines.length > 0 && (
          <ul aria-label="Received" className="divide-y divide-line border-t border-line">
            {draft.lines.map((line, i) => (
              <ReceiptLine
                key={line.key}
                line={line}
                problem={isTried || left.has(line.key) ? (problems[i] ?? null) : null}
                onChange={(typed) => change((now) => changeLine(now, line.key, typed))}
                onLeave={() => setLeft((now) => new Set(now).add(line.key))}
                onRemove={() => {
                  change((now) => withoutLine(now, line.key))
                  search.current?.focus()
                }}
                onOtherExpiry={() => put((now) => withOtherExpiry(now, line))}
                onNext={() => search.current?.focus()}
              />
            ))}
          </ul>
        )}
      </fieldset>
      <SaveBar
        draft={draft}
        isTried={isTried}
        isSaving={isSaving}
        onDiscard={() => setAsking(true)}
        onSave={press}
      />
      {unknown !== '' && (
        <TieBarcode
          open
          code={unknown}
          onOpenChange={() => setUnknown('')}
          onTied={(row) => {
            setUnknown('')
            add(row)
          }}
        />
      )}
      {isAsking && (
        <Ask
          open
          onOpenChange={setAsking}
          title="Discard this receipt?"
          description={
            draft.sent
              ? 'It may have been received already. Look at the receipts below first.'
              : `${counted(draft.lines.length, 'line')} would be lost. Nothing was received yet.`
          }
          action="Discard"
          onConfirm={() => {
            setAsking(false)
            setTried(false)
            change(() => emptyDraft)
          }}
        />
      )}
    </section>
  )
}
