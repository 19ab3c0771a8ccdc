import { Package } from 'lucide-react'
import { useState } from 'react'
import { addressOfFile } from '#/lib/file-address.ts'

/** A decorative picture with an icon as fallback. The name is shown beside it. */
export function LinePicture({ file, size = 'size-14' }: { file: string; size?: string }) {
  const [isGone, setGone] = useState(false)
  if (!file || isGone)
    return (
      <span
        aria-hidden
        className={`grid ${size} shrink-0 place-items-center rounded-control border border-line bg-sunken text-muted`}
      >
        <Package size={20} />
      </span>
    )
  return (
    <img
      src={addressOfFile(file)}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      onError={() => setGone(true)}
      className={`${size} shrink-0 rounded-control border border-line bg-sunken object-cover`}
    />
  )
}
