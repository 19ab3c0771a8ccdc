import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useFields } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { DialogActions, DialogBody } from '#/ui/dialog.tsx'

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

export type FormBodyProps<W extends FieldValues> = {
  /** The contract's body, or a looser one where the screen asks less than the server. */
  schema: z.ZodMiniType<unknown, W>
  values: DefaultValues<W>
  /** Sends; the dialog closes when it resolves and keeps everything when it rejects. */
  onSave: (values: W) => Promise<unknown>
  save?: string
  together?: string
  children: (form: UseFormReturn<W>) => ReactNode
  onClose: () => void
}

/** The fields of a form dialog and its buttons: what it takes to check a form is loaded with the first dialog. */
export function FormBody<W extends FieldValues>({
  schema,
  values,
  onSave,
  save = 'Save',
  together,
  children,
  onClose,
}: FormBodyProps<W>) {
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
