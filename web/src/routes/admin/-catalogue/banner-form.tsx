import { banners } from '@kirana/contract/banners'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { PictureField, pictureRequired } from '#/components/forms/picture-field.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'

const isPngOrJpeg = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'
/** Files also arrive by drop and paste, which bypass the file dialog's filter. */
const added = pictureRequired(banners.add.files.required).check(
  z.refine(({ image }) => image.every(isPngOrJpeg), {
    path: ['image'],
    message: 'Choose a .png or .jpg file',
  }),
)

export function NewBanner(dialog: DialogState) {
  const add = useWrite(banners.add, { reload: [banners.list] })
  return (
    <FormDialog
      {...dialog}
      title="Add Banner"
      description=".png and .jpg only"
      schema={added}
      values={{ image: [] }}
      onSave={({ image }) => add.sendAsync({ files: image })}
    >
      <PictureField accept=".png,.jpg" percent={add.percent} />
    </FormDialog>
  )
}
