import { addressOfFile } from '#/lib/file-address.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import { LinePicture } from './line-picture.tsx'

/** A small picture that opens its file in a new tab. */
export const imageColumn: Column<{ image: string; name: string }> = {
  id: 'image',
  header: 'Image',
  phone: 'lead',
  cell: ({ image, name }) => (
    <a
      href={addressOfFile(image)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Image of ${name}, opens in a new tab`}
      className="inline-block rounded-control align-middle"
    >
      <LinePicture file={image} size="size-10 coarse:size-11" />
    </a>
  ),
}
