import { MAX_BARCODE, MAX_BARCODES, MAX_SHELF, stock, stockLabels } from '@kirana/contract/stock'
import { isWeighable } from '@kirana/domain/weight'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { flagWords } from '#/components/forms/stale.ts'
import { IconButton, Button } from '#/ui/button.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Field, Input } from '#/ui/field.tsx'
import { X } from 'lucide-react'
import type { Listed } from './columns.tsx'
import { nameOf } from './words.tsx'

const reload = [stock.list]

/** Edits the shelf of a variant, its low-stock limit, whether its pieces are weighed, and its barcodes. */
export function StockDetails({ row, ...dialog }: DialogState & { row: Listed }) {
  const edit = useWrite(stock.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={`Shelf & Barcodes of ${nameOf(row)}`}
      labels={stockLabels}
      draft={`stock of ${row.variantId}`}
      schema={stock.edit.body}
      values={{
        variantId: row.variantId,
        shelf: row.shelf,
        lowAt: String(row.lowAt),
        byWeight: row.byWeight,
        barcodes: row.barcodes,
      }}
      compared={{
        record: row,
        show: {
          byWeight: flagWords(['Yes', 'No']),
          barcodes: (codes) => (Array.isArray(codes) ? codes.join(', ') : ''),
        },
      }}
      onSave={(body, version) => edit.sendAsync({ body: { ...body, version } })}
    >
      {(form) => (
        <>
          <TextField maxLength={MAX_SHELF} hint="Where it lies, such as A3" name="shelf" />
          <TextField
            inputMode="numeric"
            hint="Listed as low at this many available pieces or fewer"
            name="lowAt"
          />
          {isWeighable(row.productQuantity.split(' ').at(-1) ?? '') && (
            <Checkbox
              label="By weight: pieces are weighed when they are picked"
              {...form.register('byWeight')}
            />
          )}
          <Barcodes
            codes={form.watch('barcodes')}
            error={form.formState.errors.barcodes}
            onChange={(codes) =>
              form.setValue('barcodes', codes, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
        </>
      )}
    </FormDialog>
  )
}

/** The list of barcodes with a field for a scanner, whose Enter adds the code. */
function Barcodes({
  codes,
  error,
  onChange,
}: {
  codes: readonly string[]
  error: unknown
  onChange: (codes: string[]) => void
}) {
  const [draft, setDraft] = useState('')
  const add = () => {
    const code = draft.trim()
    if (code !== '' && !codes.includes(code)) onChange([...codes, code])
    setDraft('')
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label="Barcode" error={messageIn(error)} hint="Scan or type a code, then press Enter">
        {(wiring) => (
          <div className="flex gap-2">
            <Input
              {...wiring}
              autoComplete="off"
              maxLength={MAX_BARCODE}
              value={draft}
              disabled={codes.length >= MAX_BARCODES}
              onChange={({ target }) => setDraft(target.value)}
              // Adds the typed code on blur, so that Save includes it.
              onBlur={add}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
            <Button variant="outline" onClick={add}>
              Add
            </Button>
          </div>
        )}
      </Field>
      {codes.length > 0 && (
        <ul aria-label="Barcodes" className="flex flex-wrap gap-1.5">
          {codes.map((code) => (
            <li
              key={code}
              className="numbers flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-0.5 pl-3 text-sm dark:bg-line"
            >
              {code}
              <IconButton
                label={`Remove ${code}`}
                variant="text"
                size="iconSmall"
                onClick={() => onChange(codes.filter((one) => one !== code))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The message of the list, or of its first wrong entry. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(messageIn).find(Boolean)
}
