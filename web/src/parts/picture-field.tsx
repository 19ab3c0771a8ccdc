import type { FieldValues, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { FilePicker } from './file-picker.tsx'

type WithPicture = { image: File[] }

/** The picture of a form, beside the contract's body: `z.intersection(things.add.body, pictureRequired(message))`. */
export const picture = z.object({ image: z.array(z.file()) })
export const pictureRequired = (message: string) =>
  z.object({ image: z.array(z.file()).check(z.minLength(1, message)) })

type Props<W extends WithPicture & FieldValues> = {
  form: UseFormReturn<W>
  label?: string
  accept?: string
  /** Takes several pictures. */
  multiple?: boolean
  together?: string
  /** How much of it has left, while it is being sent. */
  percent: number
}

/** The pictures of a form, one if it does not say otherwise: `image` among its values. */
export function PictureField<W extends WithPicture & FieldValues>({
  form: whole,
  label = 'Image',
  accept,
  multiple = false,
  together,
  percent,
}: Props<W>) {
  const form = whole as unknown as UseFormReturn<WithPicture>
  const { errors, isSubmitting, isSubmitted } = form.formState
  const files = form.watch('image')
  const message = errors.image?.message
  return (
    <div>
      <FilePicker
        label={label}
        files={files}
        onChange={(chosen) => form.setValue('image', chosen, { shouldValidate: isSubmitted })}
        error={message === together ? undefined : message}
        wrong={message !== undefined}
        disabled={isSubmitting}
        multiple={multiple}
        {...(accept !== undefined && { accept })}
      />
      <p role="status" className="numbers mt-1.5 text-xs text-muted empty:hidden">
        {isSubmitting && files.length > 0 && `Uploading, ${percent} %`}
      </p>
    </div>
  )
}
