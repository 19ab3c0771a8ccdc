import type { Video } from '@kirana/contract/videos'
import { Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#/ui/button.tsx'

type Props = { video: Video; onEdit: () => void; onDelete: () => void }

/** A video that plays while it is on screen, what it is about, Edit and Delete. */
export const VideoCard = ({ video: { fullName, url, about }, onEdit, onDelete }: Props) => (
  <li className="flex flex-col overflow-hidden rounded-control border border-line">
    <Player code={url} name={fullName} />
    <div className="flex-1 px-3 pt-2.5 pb-3">
      <h2 className="font-medium wrap-anywhere">{fullName}</h2>
      <p className="mt-0.5 text-sm whitespace-pre-line text-muted wrap-anywhere">{about}</p>
    </div>
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line py-2 pr-2 pl-3">
      <code className="mr-auto min-w-0 text-xs text-muted wrap-anywhere">{url}</code>
      <Button look="outline" size="small" aria-label={`Edit ${fullName}`} onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button look="outline" size="small" aria-label={`Delete ${fullName}`} onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  </li>
)

/** Muted, since browsers let nothing else start by itself; a list of itself is how this player loops. */
const addressOf = (code: string) =>
  `https://www.youtube-nocookie.com/embed/${code}?autoplay=1&mute=1&loop=1&playlist=${code}&playsinline=1&rel=0`

const HALF = 0.5

/**
 * The player of a video. It is there only while at least half of it is on screen: ten players at once would take the
 * whole line. The frame itself comes and goes, because a frame that changes its address adds a step to the history.
 */
function Player({ code, name }: { code: string; name: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= HALF),
      { threshold: HALF },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="grid aspect-video place-items-center bg-sunken text-muted">
      {isSeen ? (
        <iframe
          title={`Video: ${name}`}
          src={addressOf(code)}
          allow="autoplay; encrypted-media; picture-in-picture"
          // The player does not start without the storage of its own origin, which is another than this page's.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allowFullScreen
          className="size-full"
        />
      ) : (
        <Play aria-hidden size={28} />
      )}
    </div>
  )
}
