import { pincodes, type Pincode } from '@kirana/contract/pincodes'
import { readPincodes } from '@kirana/domain/pasted-pincodes'
import { PINCODE_RULE } from '@kirana/domain/pincode'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Outcomes } from '#/components/feedback/lazy.ts'
import type { Outcome } from '#/components/feedback/outcomes.tsx'
import { pincodeDoubt } from './pincode-doubt.ts'
import { Button } from '#/ui/button.tsx'
import { TextArea } from '#/components/forms/fields.tsx'

const labels = { text: 'Pincodes' }

type BulkResult = { open: boolean; message: string; outcomes: Outcome[] }

/** Malformed pincodes are sent too: the response lists them among the skipped ones. */
function bodyOf(text: string) {
  const { valid, malformed } = readPincodes(text)
  return { pincodes: [...valid, ...malformed] }
}

const pasted = z.object({
  text: z.string().check((context) => {
    const body = bodyOf(context.value)
    const refused = pincodes.addMany.body.safeParse(body).error?.issues[0]?.message
    const message = refused ?? (readPincodes(context.value).valid.length === 0 ? PINCODE_RULE : null)
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
  }),
})

/** Button and dialog that add many pincodes at once from pasted text. */
export function PastePincodes({ existing }: { existing: readonly Pincode[] }) {
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<BulkResult | null>(null)
  const addMany = useWrite(pincodes.addMany, { reload: [pincodes.list], quiet: true })
  async function save(text: string) {
    const { data, message } = await addMany.sendAsync({ body: bodyOf(text) })
    setResult({
      open: true,
      message,
      outcomes: data.map(({ pincode, ...rest }) => ({ ...rest, name: pincode })),
    })
  }
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ClipboardPaste aria-hidden />
        Add several
      </Button>
      <FormDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Add several"
        width="medium"
        save="Add Pincodes"
        labels={labels}
        draft="pasted pincodes"
        doubtOf={({ text }) => pincodeDoubt(readPincodes(text).valid)}
        schema={pasted}
        values={{ text: '' }}
        onSave={({ text }) => save(text)}
      >
        {(form) => (
          <>
            <TextArea hint="With commas, spaces or new lines between them" inputMode="numeric" name="text" />
            <Findings text={form.watch('text')} existing={existing} />
          </>
        )}
      </FormDialog>
      {result && (
        <Outcomes {...result} what="pincodes added" onOpenChange={(open) => setResult({ ...result, open })} />
      )}
    </>
  )
}

/** Preview of the pincodes recognized in the text. */
function Findings({ text, existing }: { text: string; existing: readonly Pincode[] }) {
  const { valid, duplicates, malformed } = readPincodes(text)
  const known = new Set(existing.map(({ pincode }) => pincode))
  const groups: [words: string, tone: Tone, pieces: string[]][] = [
    ['to add', 'ok', valid.filter((pincode) => !known.has(pincode))],
    ['already added', 'plain', valid.filter((pincode) => known.has(pincode))],
    ['repeated', 'warn', duplicates],
    ['not a pincode', 'bad', malformed],
  ]
  return (
    <div role="status" aria-label="Understood">
      <ul className="flex flex-col gap-2 empty:hidden">
        {groups.map(
          ([words, tone, pieces]) =>
            pieces.length > 0 && (
              <li key={words} className="flex items-baseline gap-3">
                <Badge tone={tone}>
                  {count(pieces.length)} {words}
                </Badge>
                <span className="numbers min-w-0 text-sm text-muted wrap-anywhere">{pieces.join(', ')}</span>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
