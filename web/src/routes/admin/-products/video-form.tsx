import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { videoLabels, VideoForm as schema, videos, type Video } from '@kirana/contract/videos'
import { videoCodeIn } from '@kirana/domain/video'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Button } from '#/ui/button.tsx'
import { TextArea, TextField } from '#/components/forms/fields.tsx'

type Props = DialogState & { productId: string; video: Video | null }

/** Adds or edits a product's video. */
export function VideoForm({ productId, video, ...dialog }: Props) {
  const reload = [videos.list]
  const add = useWrite(videos.add, { reload })
  const edit = useWrite(videos.edit, { reload, onError: () => void reloadAll(reload) })
  return (
    <FormDialog
      {...dialog}
      title={video ? 'Edit Video' : 'Add Video'}
      labels={videoLabels}
      draft={video?._id ?? `new video of ${productId}`}
      schema={schema}
      sharedMessage={ALL_FIELDS_REQUIRED}
      values={{ fullName: video?.fullName ?? '', url: video?.url ?? '', about: video?.about ?? '' }}
      compared={video ? { record: video } : undefined}
      onSave={({ fullName, ...body }, version) =>
        video
          ? edit.sendAsync({ body: { fullName, ...body, productId, videoId: video._id, version } })
          : // The specification spells the name differently in the two calls.
            add.sendAsync({ body: { fullname: fullName, ...body, productId } })
      }
    >
      {(form) => (
        <>
          <TextField name="fullName" hint="Shown with the video: the reviewer’s name, for example" />
          <CodeField form={form} />
          <TextArea name="about" />
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
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        name="url"
        className="w-full"
        hint="Enter only the video code, such as dQw4w9WgXcQ, not the full address"
        autoCapitalize="none"
        spellCheck={false}
        error={wrong}
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
