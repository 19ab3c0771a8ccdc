import type { Video } from '@kirana/contract/videos'
import { Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#/ui/button.tsx'

type Props = { video: Video; onEdit?: () => void; onDelete?: () => void }

/** A product video with player and description, and Edit and Delete for users who may change it. */
export const VideoCard = ({ video: { fullName, url, about }, onEdit, onDelete }: Props) => (
  <li className="flex flex-col overflow-hidden rounded-control border border-line">
    <Player code={url} name={fullName} />
    <div className="flex-1 px-3 pt-2.5 pb-3">
      <h2 className="font-medium wrap-anywhere">{fullName}</h2>
      <p className="mt-0.5 text-sm whitespace-pre-line text-muted wrap-anywhere">{about}</p>
    </div>
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line py-2 pr-2 pl-3">
      <code className="mr-auto min-w-0 text-xs text-muted wrap-anywhere">{url}</code>
      {onEdit && (
        <Button variant="outline" size="small" aria-label={`Edit ${fullName}`} onClick={onEdit}>
          <Pencil aria-hidden />
          Edit
        </Button>
      )}
      {onDelete && (
        <Button variant="outline" size="small" aria-label={`Delete ${fullName}`} onClick={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      )}
    </div>
  </li>
)

/**
 * Embed URL. Muted, because browsers block autoplay with sound. The video is its own playlist, because the player loops
 * only playlists.
 */
const addressOf = (code: string) =>
  `https://www.youtube-nocookie.com/embed/${code}?autoplay=1&mute=1&loop=1&playlist=${code}&playsinline=1&rel=0`

const HALF = 0.5

/**
 * The video player. Mounted only while at least half of it is visible, because ten players would saturate the
 * connection. The iframe is remounted, because changing its URL would add a history entry.
 */
function Player({ code, name }: { code: string; name: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(
      (entries) => setSeen((entries.at(-1)?.intersectionRatio ?? 0) >= HALF),
      { threshold: HALF },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="grid aspect-video place-items-center bg-sunken text-muted">
      {isSeen ? (
        <iframe
          title={`Video: ${name}`}
          src={addressOf(code)}
          allow="autoplay; encrypted-media; picture-in-picture"
          // The player needs its own origin's storage, and that origin differs from this page's.
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
