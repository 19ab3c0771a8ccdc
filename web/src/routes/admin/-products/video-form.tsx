import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { VideoForm as schema, videos, type Video } from '@kirana/contract/videos'
import { videoCodeIn } from '@kirana/domain/video'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { fieldOf } from '#/components/forms/field-of.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'

type Props = DialogState & { productId: string; video: Video | null }

/** Adds or edits a product's video. */
export function VideoForm({ productId, video, ...dialog }: Props) {
  const reload = [videos.list]
  const add = useWrite(videos.add, { reload })
  const edit = useWrite(videos.edit, { reload })
  return (
    <FormDialog
      {...dialog}
      title={video ? 'Edit Video' : 'Add Video'}
      schema={schema}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{ fullName: video?.fullName ?? '', url: video?.url ?? '', about: video?.about ?? '' }}
      onSave={(body) =>
        video
          ? edit.sendAsync({ body: { ...body, productId, videoId: video._id } })
          : add.sendAsync({ body: { ...body, productId } })
      }
    >
      {(form) => (
        <>
          <TextField
            label="Title"
            hint="Shown with the video: the reviewer’s name, for example"
            {...fieldOf(form, 'fullName', ALL_FIELDS_REQUIRED)}
          />
          <CodeField form={form} />
          <TextArea label="About" {...fieldOf(form, 'about', ALL_FIELDS_REQUIRED)} />
        </>
      )}
    </FormDialog>
  )
}

/** Field for the video code. Recognizes a pasted URL and offers the code in it. */
function CodeField({ form }: { form: UseFormReturn<z.input<typeof schema>> }) {
  const url = form.watch('url')
  const wrong = url.trim() === '' ? undefined : schema.shape.url.safeParse(url).error?.issues[0]?.message
  const code = wrong === undefined ? null : videoCodeIn(url)
  const field = fieldOf(form, 'url', ALL_FIELDS_REQUIRED)
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        label="URL"
        className="w-full"
        hint="Enter only the video code, such as dQw4w9WgXcQ, not the full address"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        error={field.error ?? wrong}
      />
      {code !== null && (
        <Button
          variant="outline"
          size="small"
          onClick={() => form.setValue('url', code, { shouldValidate: form.formState.isSubmitted })}
        >
          Use the code {code}
        </Button>
      )}
    </div>
  )
}
