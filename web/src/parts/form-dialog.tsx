import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#/ui/dialog.tsx'

/**
 * What a labelled field needs of a form: `<TextField label="Name" {...fieldOf(form, 'name')} />`. A message in
 * `together` stands above the form ('All fields is required'): the field is only marked.
 */
export function fieldOf<W extends FieldValues>(form: UseFormReturn<W>, name: Path<W>, together?: string) {
  const message = form.getFieldState(name, form.formState).error?.message
  const isShared = message !== undefined && message === together
  return { ...form.register(name), error: isShared ? undefined : message, wrong: isShared }
}

/** The one message that stands for several fields. */
export function TogetherMessage<W extends FieldValues>({
  form,
  together,
}: {
  form: UseFormReturn<W>
  together?: string | undefined
}) {
  const isWrong = Object.values(form.formState.errors).some((error) => error?.message === together)
  if (together === undefined || !isWrong) return null
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
      {together}
    </p>
  )
}

type Props<W extends FieldValues> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The contract's body, or a looser one where the screen asks less than the server. */
  schema: z.ZodMiniType<unknown, W>
  values: DefaultValues<W>
  /** Sends; the dialog closes when it resolves and keeps everything when it rejects. */
  onSave: (values: W) => Promise<unknown>
  save?: string
  together?: string
  width?: 'small' | 'medium' | 'large'
  children: (form: UseFormReturn<W>) => ReactNode
}

/** A form in a dialog: checked by its schema, locked while sending. */
export function FormDialog<W extends FieldValues>({
  open,
  onOpenChange,
  title,
  description,
  width,
  ...rest
}: Props<W>) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      {...(description !== undefined && { description })}
      {...(width && { width })}
    >
      <Body {...rest} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

type BodyProps<W extends FieldValues> = Omit<
  Props<W>,
  'open' | 'onOpenChange' | 'title' | 'description' | 'width'
> & {
  onClose: () => void
}

function Body<W extends FieldValues>({
  schema,
  values,
  onSave,
  save = 'Save',
  together,
  children,
  onClose,
}: BodyProps<W>) {
  const form = useFields<W>(schema, values)
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async (checked) => {
    try {
      await onSave(checked)
      onClose()
    } catch {
      // useWrite has told why; the values stay for another try.
    }
  })
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody className="flex flex-col gap-4">
        <TogetherMessage form={form} together={together} />
        {children(form)}
      </DialogBody>
      <DialogActions>
        <Button look="outline" disabled={isSubmitting} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {save}
        </Button>
      </DialogActions>
    </form>
  )
}
