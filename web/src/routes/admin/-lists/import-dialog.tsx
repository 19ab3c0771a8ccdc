import type { SheetChange, SheetError } from '@kirana/contract/product-files'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FileDown, FileSpreadsheet, LoaderCircle } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messageOf } from '#/lib/api.ts'
import { count, counted } from '#/lib/format.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { Changes, Errors, WrongRows } from './import-preview.tsx'
import { Remark } from './remark.tsx'

/** The numbers of rows by result. `products`: new products. */
type Counts = { products?: number; changed: number; unchanged: number; wrong: number }
type Wrong = { errors: readonly SheetError[]; totalErrors: number }
/** The result of an import. It may have more errors than the check, because the store may have changed since. */
type Imported = Counts & Partial<Wrong>
type Found = Counts &
  Wrong & {
    changes: readonly SheetChange[]
    totalChanges: number
    wrongRows: string
  }

export type ImportProps = { open: boolean; onOpenChange: (open: boolean) => void }

type Props<F extends Found> = ImportProps & {
  title: string
  /** The unit of the import: 'product' or 'row'. */
  one: string
  rules: readonly string[]
  /** A file to start from. */
  template: { label: string; href: string }
  check: (file: File) => Promise<F>
  /** Imports the checked file. The call shows failures. */
  save: (file: File, found: F, wrong: 'skip' | 'refuse') => Promise<Imported>
  isSaving: boolean
  /** Remarks on a file that do not prevent its import. */
  notesOf?: (found: F) => readonly string[]
  /**
   * A control that adds names missing in the store. It reports its progress with `onBusy`; `check` compares the file
   * again.
   */
  missingOf?: (found: F, onBusy: (isBusy: boolean) => void, check: () => void) => ReactNode
  /** The next step after an import. If there is one, the dialog stays open to show it. */
  nextOf?: (imported: Imported, close: () => void) => ReactNode
}

/** '3 changed, 93 unchanged, 1 wrong'. */
const summary = ({ products: added = 0, changed, unchanged, wrong }: Counts) =>
  (
    [
      [added, 'new'],
      [changed, 'changed'],
      [unchanged, 'unchanged'],
      [wrong, 'wrong'],
    ] as const
  )
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `${count(number)} ${word}`)
    .join(', ')

/** The chosen file, its comparison with the store, and the result of its import. */
function useImport<F extends Found>({ check: compare, save, nextOf, onOpenChange }: Props<F>) {
  const [file, setFile] = useState<File | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [done, setDone] = useState<Imported | null>(null)
  const check = useMutation({ mutationFn: compare })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setDone(null)
    setSkipping(false)
    if (chosen) check.mutate(chosen)
    else check.reset()
  }
  const close = () => {
    choose(null)
    onOpenChange(false)
  }
  const found = check.data
  /** The number of rows that can be imported. */
  const good = (found?.products ?? 0) + (found?.changed ?? 0)
  const isReady = file !== null && done === null && good > 0 && (found?.totalErrors === 0 || isSkipping)
  const send = async () => {
    if (!file || !found) return
    try {
      const imported = await save(file, found, isSkipping ? 'skip' : 'refuse')
      if (imported.wrong > 0 || nextOf?.(imported, close)) setDone(imported)
      else close()
    } catch {
      // Another user may have changed the same records since the check, so check again.
      check.mutate(file)
    }
  }
  return { file, choose, check, found, good, isSkipping, setSkipping, done, isReady, send, close }
}

/**
 * Imports a CSV file. Choosing the file compares it with the store; then it is imported completely or without its wrong
 * rows.
 */
export function ImportDialog<F extends Found>(props: Props<F>) {
  const { open, onOpenChange, title, one, isSaving, notesOf, missingOf, nextOf } = props
  const [isAdding, setAdding] = useState(false)
  const isLocked = isSaving || isAdding
  const [status, setStatus] = useState<HTMLDivElement | null>(null)
  const { file, choose, check, found, good, isSkipping, setSkipping, done, isReady, send, close } =
    useImport(props)
  const { errors = [], totalErrors = 0 } = { ...found, ...done }
  const notes = found && done === null ? (notesOf?.(found) ?? []) : []
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={title}
      width="medium"
      locked={isLocked}
      staysOpen
    >
      <DialogBody className="flex flex-col gap-4">
        {file === null && <Rules {...props} />}
        <FilePicker
          label="CSV file"
          prompt="Choose a CSV file or drop it here"
          icon={<FileSpreadsheet aria-hidden size={18} />}
          accept=".csv,text/csv"
          files={file ? [file] : []}
          onChange={([chosen]) => choose(chosen ?? null)}
          error={check.isError ? messageOf(check.error) : undefined}
          disabled={isLocked}
        />
        <div ref={setStatus} role="status" tabIndex={-1} className="empty:hidden">
          {check.isPending && (
            <Remark
              className="text-muted"
              icon={<LoaderCircle aria-hidden size={18} className="animate-spin" />}
            >
              Checking the file
            </Remark>
          )}
          {found && <Summary found={found} good={good} done={done} one={one} />}
        </div>
        {done && nextOf?.(done, close)}
        {file &&
          found &&
          done === null &&
          missingOf?.(found, setAdding, () => {
            // Move the focus, because the pressed button is removed during the check.
            status?.focus()
            check.mutate(file)
          })}
        {found && good > 0 && found.wrong > 0 && done === null && (
          <Checkbox
            label={`Leave out the wrong rows and import the other ${counted(good, one)}`}
            checked={isSkipping}
            onChange={({ target }) => setSkipping(target.checked)}
          />
        )}
        {found && found.wrongRows !== '' && <WrongRows csv={found.wrongRows} />}
        {notes.map((note) => (
          <div key={note} role="note" className="rounded-control bg-warn-soft p-3 text-warn">
            <Remark className="" icon={<CircleAlert aria-hidden size={18} />}>
              {note}
            </Remark>
          </div>
        ))}
        {errors.length > 0 && <Errors errors={errors} total={totalErrors} />}
        {found && found.totalChanges > 0 && done === null && (
          <Changes changes={found.changes} total={found.totalChanges} />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="outline" disabled={isLocked} onClick={close}>
          {done ? 'Close' : 'Cancel'}
        </Button>
        <Button disabled={!isReady || isAdding} busy={isSaving} onClick={() => void send()}>
          Import
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type SummaryProps = { found: Found; good: number; done: Counts | null; one: string }

function Summary({ found, good, done, one }: SummaryProps) {
  const isWrong = found.totalErrors > 0
  const text = done
    ? `Imported: ${summary({ ...done, wrong: 0 })}.${done.wrong > 0 ? ` Left out: ${counted(done.wrong, one)}.` : ''}`
    : good + found.unchanged + found.wrong === 0
      ? `${counted(found.totalErrors, 'error')}. Nothing is imported until the file has none.`
      : `${summary(found)}.${!isWrong && good === 0 ? ' Nothing to import.' : ''}`
  return (
    <Remark
      className={`rounded-control p-3 ${isWrong ? 'bg-bad-soft text-bad' : 'bg-ok-soft text-ok'}`}
      icon={isWrong ? <CircleAlert aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
    >
      {text}
    </Remark>
  )
}

const Rules = ({
  rules,
  template: { label, href },
}: {
  rules: readonly string[]
  template: { label: string; href: string }
}) => (
  <div className="flex flex-col items-start gap-3 text-sm">
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <a className={buttonVariants({ variant: 'outline', size: 'small' })} href={href} download>
      <FileDown aria-hidden />
      {label}
    </a>
  </div>
)
