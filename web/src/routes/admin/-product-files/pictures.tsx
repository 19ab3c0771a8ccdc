import { inMegabytes, MAX_BYTES } from '@kirana/contract/wire/file-limits'
import { MAX_PICTURES, productImages } from '@kirana/contract/product-images'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Images, LoaderCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { count, counted } from '#/lib/format.ts'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { Ask } from '#/ui/alert.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'
import type { ImportProps } from '../-lists/import-dialog.tsx'
import { Remark } from '../-lists/remark.tsx'
import { PictureList } from './picture-list.tsx'
import { isSendable, namesOf, PICTURE_TYPES, type Planned, planOf } from './picture-plan.ts'
import { type Progress, usePictureSending } from './picture-sending.ts'

const rules = [
  'Each picture goes to the product that it is named after: Toned Milk.jpg to Toned Milk. Capital letters, blanks, hyphens and underscores make no difference.',
  'A number at the end orders several pictures of one product: Toned Milk 2.jpg. They come after those that it has.',
  `PNG, JPEG, WebP or GIF, ${inMegabytes(MAX_BYTES.image)} each, ${MAX_PICTURES} pictures at once at most.`,
]

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/**
 * The planned pictures that are not added yet, those with a problem first. `results`: the problems of pictures that
 * were sent.
 */
const pendingRows = (plan: readonly Planned<File>[], results: ReadonlyMap<File, string>) =>
  plan
    .filter(({ file }) => results.get(file) !== '')
    .map((planned) => ({
      file: planned.file,
      product: isSendable(planned) ? planned.product.title : '',
      problem: isSendable(planned) ? (results.get(planned.file) ?? '') : planned.problem,
    }))
    // Problems first, so that they are not below many rows without one.
    .toSorted((a, b) => Number(b.problem !== '') - Number(a.problem !== ''))

/** The chosen pictures, and the products found by their file names. */
function usePictureChoice() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [hasTooMany, setTooMany] = useState(false)
  const look = useMutation({
    mutationFn: async (all: readonly File[]) =>
      (await call(productImages.find, { body: { names: namesOf(all) } })).data,
  })
  return {
    files,
    hasTooMany,
    look,
    choose: (chosen: readonly File[]) => {
      const more = chosen.filter((file) => !files.some((old) => isSame(old, file)))
      const all = [...files, ...more]
      setTooMany(all.length > MAX_PICTURES)
      setFiles(all.slice(0, MAX_PICTURES))
      look.mutate(all.slice(0, MAX_PICTURES))
    },
    remove: (removed: File) => setFiles(files.filter((file) => file !== removed)),
  }
}

/** Adds many pictures at once, each to the product that its file is named after. Shows the plan first. */
export function ProductPictures({ open, onOpenChange }: ImportProps) {
  const { files, hasTooMany, look, choose, remove } = usePictureChoice()
  const [isAsking, setAsking] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const { results, progress, isSending, send } = usePictureSending()
  const plan = look.data ? planOf(files, look.data) : []
  const sendable = plan.filter(isSendable)
  const left = sendable.filter(({ file }) => results.get(file) !== '')
  const isDone = results.size > 0 && !isSending
  const rows = pendingRows(plan, results)
  const close = () => (isSending ? setAsking(true) : onOpenChange(false))
  const start = () => {
    if (look.isError) return look.mutate(files)
    setAsking(false)
    // Move the focus, because sending disables the pressed button and the focus would leave the dialog.
    cancel.current?.focus()
    send(left)
  }
  return (
    <Dialog open={open} onOpenChange={close} title="Add Pictures" width="medium" staysOpen>
      <DialogBody className="flex flex-col gap-4">
        {files.length === 0 && (
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        )}
        {results.size === 0 && !isSending && (
          <FilePicker
            label="Pictures"
            prompt={files.length === 0 ? 'Choose pictures or drop them here' : 'Choose more pictures'}
            icon={<Images aria-hidden size={18} />}
            accept={PICTURE_TYPES.join()}
            // Empty, because the list below shows the files without rendering 200 previews.
            files={[]}
            onChange={choose}
            multiple
            error={
              look.isError
                ? messageOf(look.error)
                : hasTooMany
                  ? `Only the first ${MAX_PICTURES} were taken. Add the others afterwards`
                  : undefined
            }
          />
        )}
        <div role="status" className="empty:hidden">
          {look.isPending && <Working>Looking for the products</Working>}
          {isSending && <Sending {...progress} />}
          {isDone && <Outcome added={sendable.length - left.length} isWhole={rows.length === 0} />}
          {!isDone && !isSending && plan.length > 0 && <Expected plan={plan} />}
        </div>
        {rows.length > 0 && !isSending && (
          <PictureList
            name={isDone ? 'Not added' : 'What will happen'}
            rows={rows}
            {...(!isDone && { onRemove: remove })}
          />
        )}
      </DialogBody>
      <DialogActions>
        <Button ref={cancel} variant="outline" onClick={close}>
          {isDone ? 'Close' : 'Cancel'}
        </Button>
        {(!isDone || left.length > 0) && (
          <Button disabled={left.length === 0 && !look.isError} busy={isSending} onClick={start}>
            {isDone || look.isError ? 'Retry' : 'Add Pictures'}
          </Button>
        )}
      </DialogActions>
      <LeaveGuard isDirty={isSending} />
      <Ask
        open={isAsking && isSending}
        onOpenChange={setAsking}
        title="Stop adding pictures?"
        description="The picture that is being sent is still added. The ones after it are not."
        action="Stop"
        onConfirm={() => onOpenChange(false)}
      />
    </Dialog>
  )
}

const Working = ({ children }: { children: string }) => (
  <Remark
    className="numbers text-muted"
    icon={<LoaderCircle aria-hidden size={18} className="animate-spin" />}
  >
    {children}
  </Remark>
)

/**
 * The progress as text, '7 of 10'. The progress within a picture is only in the bar, because screen readers would
 * announce it constantly.
 */
const Sending = ({ at, total, percent }: Progress) => (
  <>
    <Working>{`${count(at)} of ${count(total)}`}</Working>
    <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full bg-brand" style={{ width: `${(100 * (at - 1) + percent) / total}%` }} />
    </div>
  </>
)

/** The plan in one sentence: '7 pictures for 3 products. 2 pictures will not be added.' */
function Expected({ plan }: { plan: readonly Planned<File>[] }) {
  const sendable = plan.filter(isSendable)
  const isWhole = sendable.length === plan.length
  const goals = new Set(sendable.map(({ product }) => product._id)).size
  return (
    <Result isGood={isWhole}>
      {`${counted(sendable.length, 'picture')} for ${counted(goals, 'product')}.${isWhole ? '' : ` ${counted(plan.length - sendable.length, 'picture')} will not be added.`}`}
    </Result>
  )
}

const Outcome = ({ added, isWhole }: { added: number; isWhole: boolean }) => (
  <Result
    isGood={isWhole}
  >{`${counted(added, 'picture')} added.${isWhole ? '' : ' These were not:'}`}</Result>
)

const Result = ({ isGood, children }: { isGood: boolean; children: string }) => (
  <Remark
    className={`rounded-control p-3 ${isGood ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
    icon={isGood ? <CircleCheck aria-hidden size={18} /> : <CircleAlert aria-hidden size={18} />}
  >
    {children}
  </Remark>
)
