import { Package } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '#/lib/wire.ts'

/** A product's picture; a mark where it has none or the file is gone. The title stands beside it. */
export function LinePicture({ file }: { file: string }) {
  const [isGone, setGone] = useState(false)
  if (!file || isGone)
    return (
      <span
        aria-hidden
        className="grid size-14 shrink-0 place-items-center rounded-control border border-line bg-sunken text-muted"
      >
        <Package size={20} />
      </span>
    )
  return (
    <img
      src={urlOf('/file/get/:key', { params: { key: file } })}
      alt=""
      width={56}
      height={56}
      loading="lazy"
      onError={() => setGone(true)}
      className="size-14 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  )
}
