import { productFiles, type SheetError } from '@kirana/contract/product-files'
import { products } from '@kirana/contract/products'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FileDown, LoaderCircle } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call, messageOf, useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { urlOf } from '@kirana/contract/request'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

const some = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`

/** Imports products from a CSV file: validated when chosen, imported only if every row is valid. */
export function ProductImport({ open, onOpenChange }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const check = useMutation({
    mutationFn: async (chosen: File) => (await call(productFiles.check, { files: [chosen] })).data,
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) check.mutate(chosen)
    else check.reset()
  }
  const close = () => {
    choose(null)
    onOpenChange(false)
  }
  const add = useWrite(productFiles.import, {
    reload: [products.list],
    onDone: close,
    // Someone may have added the same product since the check: check again to show the errors.
    onError: () => file && check.mutate(file),
  })
  const found = check.data
  const isReady = file !== null && found?.totalErrors === 0
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
          {found?.totalErrors === 0 && (
            <Line
              className="rounded-control bg-ok-soft p-3 text-ok"
              icon={<CircleCheck aria-hidden size={18} />}
            >
              {some(found.products, 'product')} with {some(found.variants, 'variant')} can be added
            </Line>
          )}
          {found !== undefined && found.totalErrors > 0 && (
            <Line
              className="rounded-control bg-bad-soft p-3 text-bad"
              icon={<CircleAlert aria-hidden size={18} />}
            >
              {some(found.totalErrors, 'error')}. Nothing is added until the file has none.
            </Line>
          )}
        </div>
        {found?.totalErrors === 0 && found.untaxed > 0 && (
          <div role="note" className="rounded-control bg-warn-soft p-3 text-warn">
            <Line className="" icon={<CircleAlert aria-hidden size={18} />}>
              {some(found.untaxed, 'product')} without an HSN code or GST rate. Invoices need both.
            </Line>
          </div>
        )}
        {found !== undefined && found.totalErrors > 0 && (
          <Errors errors={found.errors} total={found.totalErrors} />
        )}
      </DialogBody>
      <DialogActions>
        <Button variant="outline" disabled={add.isSending} onClick={close}>
          Cancel
        </Button>
        <Button disabled={!isReady} busy={add.isSending} onClick={() => file && add.send({ files: [file] })}>
          Import
        </Button>
      </DialogActions>
    </Dialog>
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
  'Only new products are added. 2,000 rows and 2 MB at most.',
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

const heads = ['Row', 'Column', 'What is wrong']

/** Errors of the file, sorted by row. */
const Errors = ({ errors, total }: { errors: readonly SheetError[]; total: number }) => (
  <div>
    <div className="overflow-x-auto rounded-control border border-line">
      <table className="w-full text-left text-sm" aria-label="Errors">
        <thead className="bg-sunken text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {errors.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`} className="align-top">
              <td className="numbers px-3 py-2">{count(row)}</td>
              <td className="px-3 py-2 font-medium">{column}</td>
              <td className="px-3 py-2 wrap-anywhere">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {total > errors.length && (
      <p className="pt-2 text-sm text-muted">
        These are the first {count(errors.length)} of {count(total)}.
      </p>
    )}
  </div>
)
