import { banners } from '@kirana/contract/banners'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { FormDialog } from '#/parts/form-dialog.tsx'
import { PictureField, pictureRequired } from '#/parts/picture-field.tsx'
import type { Opening } from '#/parts/editable-table.tsx'

const isPngOrJpeg = ({ type }: File) => type === 'image/png' || type === 'image/jpeg'
/** Files also come by drop and paste, where the chooser's filter does not hold. */
const added = pictureRequired(banners.add.files.required).check(
  z.refine(({ image }) => image.every(isPngOrJpeg), {
    path: ['image'],
    message: 'Choose a .png or .jpg file',
  }),
)

export function NewBanner(opening: Opening) {
  const add = useWrite(banners.add, { reload: [banners.list] })
  return (
    <FormDialog
      {...opening}
      title="Add Banner"
      description=".png and .jpg only"
      schema={added}
      values={{ image: [] }}
      onSave={({ image }) => add.sendAsync({ files: image })}
    >
      {(form) => <PictureField form={form} accept=".png,.jpg" percent={add.percent} />}
    </FormDialog>
  )
}
