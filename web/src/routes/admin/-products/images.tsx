import { productImages } from '@kirana/contract/product-images'
import type { Product } from '@kirana/contract/products'
import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Deletion } from '#/components/tables/editable-table.tsx'
import { Form } from '#/components/forms/form.tsx'
import { PictureField, pictureRequired } from '#/components/forms/picture-field.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { addressOfFile } from '#/lib/file-address.ts'
import { productReads } from './schema.ts'

const { max, required, tooMany } = productImages.add.files
export { max as MAX_IMAGES }

type Props = { product: Product }
type Numbered = { file: string; number: number }
const nameOf = ({ number }: Numbered) => `Image ${number}`

/** Step 2: the images in display order, and a file picker until the maximum is reached. */
export function ProductImages({ product }: Props) {
  const remove = useWrite(productImages.remove, { reload: productReads })
  const numbered = product.images.map((file, index) => ({ file, number: index + 1 }))
  return (
    <div className="flex flex-col gap-5">
      {numbered.length > 1 && <p className="text-sm text-muted">First image is the cover.</p>}
      <Deletion
        nameOf={nameOf}
        consequence="Customers will not see it any more. This cannot be undone."
        onDelete={({ file }) => remove.sendAsync({ params: { productId: product._id, image: file } })}
      >
        {(ask) => <Gallery product={product} numbered={numbered} onDelete={ask} />}
      </Deletion>
      {numbered.length < max && <NewImages product={product} />}
    </div>
  )
}

type Step = -1 | 1
type GalleryProps = Props & { numbered: readonly Numbered[]; onDelete: (image: Numbered) => void }

function Gallery({ product, numbered, onDelete }: GalleryProps) {
  const [moved, setMoved] = useState<{ file: string; step: Step } | null>(null)
  const order = useWrite(productImages.reorder, { reload: productReads, quiet: true })
  // Restore the focus to the pressed button, because the buttons move with their image.
  useEffect(() => {
    if (!moved || order.isSending) return
    const buttons = [moved.step, -moved.step].map((step) => document.getElementById(`${moved.file}${step}`))
    buttons.find((button) => button?.matches(':enabled'))?.focus()
  }, [moved, order.isSending])
  const move = (file: string, step: Step) => {
    const others = product.images.filter((other) => other !== file)
    const images = others.toSpliced(product.images.indexOf(file) + step, 0, file)
    setMoved({ file, step })
    order.send({ body: { productId: product._id, images } })
  }
  const mover = ({ file, number }: Numbered, step: Step) => (
    <IconButton
      id={`${file}${step}`}
      label={`Move image ${number} ${step < 0 ? 'earlier' : 'later'}`}
      size="iconSmall"
      disabled={order.isSending || (step < 0 ? number === 1 : number === numbered.length)}
      onClick={() => move(file, step)}
    >
      {step < 0 ? <ArrowLeft aria-hidden /> : <ArrowRight aria-hidden />}
    </IconButton>
  )
  return (
    <>
      <p role="status" className="sr-only">
        {moved && !order.isSending && `Now image ${product.images.indexOf(moved.file) + 1}`}
      </p>
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3 lg:grid-cols-6">
        {numbered.map((image) => (
          <li key={image.file} className="overflow-hidden rounded-control border border-line bg-surface">
            <img
              src={addressOfFile(image.file)}
              alt={nameOf(image)}
              loading="lazy"
              className="aspect-square w-full bg-sunken object-contain"
            />
            <div className="flex justify-between border-t border-line p-0.5">
              {mover(image, -1)}
              {mover(image, 1)}
              <IconButton
                label={`Delete image ${image.number}`}
                size="iconSmall"
                onClick={() => onDelete(image)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function NewImages({ product }: Props) {
  const room = max - product.images.length
  const schema = pictureRequired(required).check(
    z.refine(({ image }) => image.length <= room, { path: ['image'], message: tooMany }),
  )
  const form = useFields<{ image: File[] }>(schema, { image: [] })
  const add = useWrite(productImages.add, { reload: productReads, onDone: () => form.reset() })
  const submit = form.handleSubmit(({ image }) =>
    add.sendAsync({ body: { productId: product._id }, files: image }).then(
      () => {},
      () => {},
    ),
  )
  return (
    <Form form={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <PictureField label="New images" multiple percent={add.percent} />
      <Button type="submit" busy={form.formState.isSubmitting} className="self-end max-sm:w-full">
        Add Images
      </Button>
    </Form>
  )
}
