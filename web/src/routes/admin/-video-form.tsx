import { VideoForm as schema, videos, type Video } from '@kirana/contract/videos'
import { videoCodeIn } from '@kirana/domain/video'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { fieldOf, FormDialog } from '#/parts/form-dialog.tsx'
import type { Opening } from '#/parts/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { TextArea, TextField } from '#/ui/field.tsx'
import { FIELDS } from './-simple-list.tsx'

type Props = Opening & { productId: string; video: Video | null }

/** Adds a video to a product, or changes one. */
export function VideoForm({ productId, video, ...opening }: Props) {
  const reload = [videos.list]
  const add = useWrite(videos.add, { reload })
  const edit = useWrite(videos.edit, { reload })
  return (
    <FormDialog
      {...opening}
      title={video ? 'Edit Video' : 'Add Video'}
      schema={schema}
      together={FIELDS}
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
            {...fieldOf(form, 'fullName', FIELDS)}
          />
          <CodeField form={form} />
          <TextArea label="About" {...fieldOf(form, 'about', FIELDS)} />
        </>
      )}
    </FormDialog>
  )
}

/** The video's code. A whole address in it is pointed out while it is typed or pasted, and its code offered. */
function CodeField({ form }: { form: UseFormReturn<z.input<typeof schema>> }) {
  const url = form.watch('url')
  const wrong = url.trim() === '' ? undefined : schema.shape.url.safeParse(url).error?.issues[0]?.message
  const code = wrong === undefined ? null : videoCodeIn(url)
  const field = fieldOf(form, 'url', FIELDS)
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
          look="outline"
          size="small"
          onClick={() => form.setValue('url', code, { shouldValidate: form.formState.isSubmitted })}
        >
          Use the code {code}
        </Button>
      )}
    </div>
  )
}
