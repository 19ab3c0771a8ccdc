import { addressOfFile } from '#/lib/file-address.ts'
import { LinePicture } from './line-picture.tsx'

/** A small picture that opens its file in a new tab. */
export const Thumbnail = ({ file, name }: { file: string; name: string }) => (
  <a
    href={addressOfFile(file)}
    target="_blank"
    rel="noreferrer"
    aria-label={`Image of ${name}, opens in a new tab`}
    className="inline-block rounded-control align-middle"
  >
    <LinePicture file={file} size="size-10 coarse:size-11" />
  </a>
)
