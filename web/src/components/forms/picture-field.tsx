import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { FilePicker } from './file-picker.tsx'
import { useForm } from './form-context.ts'

type WithPicture = { image: File[] }

/** A form's pictures, beside the contract's body: `z.intersection(things.add.body, pictureRequired(message))`. */
export const picture = z.object({ image: z.array(z.file()) })
export const pictureRequired = (message: string) =>
  z.object({ image: z.array(z.file()).check(z.minLength(1, message)) })

type Props = {
  label?: string
  accept?: string
  /** Allows several pictures. */
  multiple?: boolean
  /** Upload progress, 0 to 100. */
  percent: number
}

/** The form's `image` field: one picture unless `multiple`. */
export function PictureField({ label = 'Image', accept, multiple = false, percent }: Props) {
  'use no memo'
  const { form: whole, sharedMessage } = useForm()
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
        error={message === sharedMessage ? undefined : message}
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
