import type { Release } from '@kirana/contract/releases'
import { formatDay } from '@kirana/domain/calendar'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

const ReleaseText = lazyComponent(async () => (await import('./text.tsx')).ReleaseText)

type Props = { release: Release; isLatest: boolean; onEdit: () => void; onDelete: () => void }

export const ReleaseCard = ({ release, isLatest, onEdit, onDelete }: Props) => (
  <li className="card flex min-w-0 flex-col p-4">
    <div className="flex min-h-6 items-center justify-between gap-2">
      <time dateTime={release.date} className="numbers text-sm text-muted">
        {formatDay(release.date)}
      </time>
      {isLatest && (
        <Badge tone="ok" dot>
          Latest
        </Badge>
      )}
    </div>
    <p className="numbers mt-2 text-sm text-muted">Build {release.buildNumber}</p>
    <h2 className="text-lg font-semibold break-words">{release.versionName}</h2>
    <Description release={release} />
    <div className="mt-auto flex flex-wrap gap-2 pt-4">
      <Button variant="outline" size="small" aria-label={`Edit ${release.versionName}`} onClick={onEdit}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button variant="outline" size="small" aria-label={`Delete ${release.versionName}`} onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  </li>
)

/** The first three lines of the description; a dialog shows longer text. */
function Description({ release }: Pick<Props, 'release'>) {
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const measure = (text: HTMLElement | null) => {
    if (!text) return
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight))
    observer.observe(text)
    return () => observer.disconnect()
  }
  return (
    <>
      <p ref={measure} className="mt-3 line-clamp-3 text-sm break-words whitespace-pre-line">
        {release.description}
      </p>
      {isCut && (
        <>
          <button
            type="button"
            aria-label={`Read more of ${release.versionName}`}
            className="self-start rounded-sm text-sm font-medium text-brand-soft-ink underline underline-offset-2 coarse:min-h-11"
            onClick={() => setOpen(true)}
          >
            Read more
          </button>
          <ReleaseText release={release} open={isOpen} onOpenChange={setOpen} />
        </>
      )}
    </>
  )
}
