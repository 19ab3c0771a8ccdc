import { productFiles } from '@kirana/contract/product-files'
import { products } from '@kirana/contract/products'
import type { Data } from '@kirana/contract/route'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FileDown, FileSpreadsheet, LoaderCircle } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call, messageOf, useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { urlOf } from '@kirana/contract/request'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import { Changes, Errors, WrongRows } from './import-preview.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

const some = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`

type Found = Data<typeof productFiles.check>

/** '3 changed, 93 unchanged, 1 wrong'. */
const summary = ({ products: added, changed, unchanged, wrong }: Data<typeof productFiles.import>) =>
  [
    [added, 'new'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [wrong, 'wrong'],
  ]
    .filter(([number]) => number !== 0)
    .map(([number, word]) => `${count(Number(number))} ${word}`)
    .join(', ')

/** Imports products from a CSV file: compared with the store when chosen, then imported whole or without its wrong rows. */
export function ProductImport({ open, onOpenChange }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [done, setDone] = useState<Data<typeof productFiles.import> | null>(null)
  const check = useMutation({
    mutationFn: async (chosen: File) => (await call(productFiles.check, { files: [chosen] })).data,
  })
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
  const add = useWrite(productFiles.import, {
    reload: [products.list, products.get],
    onDone: (imported) => (imported.wrong > 0 ? setDone(imported) : close()),
    // Someone may have changed the same products since the check: check again to show them as they are.
    onError: () => file && check.mutate(file),
  })
  const found = check.data
  const good = (found?.products ?? 0) + (found?.changed ?? 0)
  const isReady = file !== null && done === null && good > 0 && (found?.totalErrors === 0 || isSkipping)
  const send = () =>
    file &&
    found &&
    add.send({ body: { seen: found.seen, wrong: isSkipping ? 'skip' : 'refuse' }, files: [file] })
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Import Products"
      width="medium"
      locked={add.isSending}
      staysOpen
    >
      <DialogBody className="flex flex-col gap-4">
        {file === null && <Rules />}
        <FilePicker
          label="CSV file"
          prompt="Choose a CSV file or drop it here"
          icon={<FileSpreadsheet aria-hidden size={18} />}
          accept=".csv,text/csv"
          files={file ? [file] : []}
          onChange={([chosen]) => choose(chosen ?? null)}
          error={check.isError ? messageOf(check.error) : undefined}
          disabled={add.isSending}
        />
        <div role="status" className="empty:hidden">
          {check.isPending && (
            <Line
              className="text-muted"
              icon={<LoaderCircle aria-hidden size={18} className="animate-spin" />}
            >
              Checking the file
            </Line>
          )}
          {found && <Summary found={found} good={good} done={done} />}
        </div>
        {found && good > 0 && found.wrong > 0 && done === null && (
          <Checkbox
            label={`Leave out the wrong rows and import the other ${some(good, 'product')}`}
            checked={isSkipping}
            onChange={({ target }) => setSkipping(target.checked)}
          />
        )}
        {found && found.wrongRows !== '' && <WrongRows csv={found.wrongRows} />}
        {found && found.untaxed > 0 && done === null && (
          <div role="note" className="rounded-control bg-warn-soft p-3 text-warn">
            <Line className="" icon={<CircleAlert aria-hidden size={18} />}>
              {some(found.untaxed, 'product')} without an HSN code or GST rate. Invoices need both.
            </Line>
          </div>
        )}
        {found && found.totalErrors > 0 && <Errors errors={found.errors} total={found.totalErrors} />}
        {found && found.totalChanges > 0 && done === null && (
          <Changes changes={found.changes} total={found.totalChanges} />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="outline" disabled={add.isSending} onClick={close}>
          {done ? 'Close' : 'Cancel'}
        </Button>
        <Button disabled={!isReady} busy={add.isSending} onClick={send}>
          Import
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type SummaryProps = { found: Found; good: number; done: Data<typeof productFiles.import> | null }

function Summary({ found, good, done }: SummaryProps) {
  const isWrong = found.totalErrors > 0
  const text = done
    ? `Imported: ${summary({ ...done, wrong: 0 })}. Left out: ${some(done.wrong, 'product')}.`
    : good + found.unchanged + found.wrong === 0
      ? `${some(found.totalErrors, 'error')}. Nothing is imported until the file has none.`
      : `${summary(found)}.${!isWrong && good === 0 ? ' Nothing to import.' : ''}`
  return (
    <Line
      className={`rounded-control p-3 ${isWrong ? 'bg-bad-soft text-bad' : 'bg-ok-soft text-ok'}`}
      icon={isWrong ? <CircleAlert aria-hidden size={18} /> : <CircleCheck aria-hidden size={18} />}
    >
      {text}
    </Line>
  )
}

const Line = ({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) => (
  <p className={`flex items-center gap-2 ${className}`}>
    <span className="shrink-0">{icon}</span>
    <span>{children}</span>
  </p>
)

const rules = [
  'Each row is a variant. Rows with the same title in the same subcategory are one product; what is left empty of the product is as in the row above.',
  'Section, Category, Subcategory and Keywards are names that exist already. Keywards stand in one cell with ; between them.',
  'Prices are rupees, discount and GST rate are percentages, the date is D/M/YYYY, Enabled is Yes or No.',
  'A row with the ids of an export changes that product and variant, a row without ids adds. What the file has no column for stays. 2,000 rows and 2 MB at most.',
]

const Rules = () => (
  <div className="flex flex-col items-start gap-3 text-sm">
    <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <a
      className={buttonVariants({ variant: 'outline', size: 'small' })}
      href={urlOf(productFiles.template.path, {})}
      download
    >
      <FileDown aria-hidden />
      Download the template
    </a>
  </div>
)
