import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { addressOfFile } from '#/lib/file-address.ts'

/** A photo fitted to its container, scaled by `zoom`. */
export function Photo({ file, name, zoom }: { file: string; name: string; zoom: number }) {
  const [isGone, setGone] = useState(false)
  if (isGone)
    return (
      <p className="flex h-full flex-col items-center justify-center gap-2 text-muted">
        <ImageOff aria-hidden size={22} />
        This photo could not be loaded
      </p>
    )
  const size = `${zoom * 100}%`
  return (
    <img
      src={addressOfFile(file)}
      alt={name}
      draggable={false}
      onError={() => setGone(true)}
      className="max-w-none object-contain"
      style={{ width: size, height: size }}
    />
  )
}

type LinksProps = {
  photos: readonly string[]
  /** Index of the enlarged photo. */
  shown: number
  onFocus: (index: number) => void
}

/** Thumbnails of all photos; each opens its file in a new tab. */
export const PhotoLinks = ({ photos, shown, onFocus }: LinksProps) => (
  <ul aria-label="Photos" className="mt-3 flex flex-wrap gap-2">
    {photos.map((file, index) => (
      <li key={file}>
        <a
          href={addressOfFile(file)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Photo ${index + 1}, opens in a new tab`}
          title="Opens in a new tab"
          aria-current={index === shown || undefined}
          onFocus={() => onFocus(index)}
          className="block rounded-control border-2 border-line p-0.5 hover:border-line-strong aria-[current]:border-brand"
        >
          <img src={addressOfFile(file)} alt="" className="size-16 rounded-md bg-sunken object-cover" />
        </a>
      </li>
    ))}
  </ul>
)
