import { CloudOff, PackageOpen, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'

/**
 * A sentence for an empty list: what it shows, and how its first row is created. False if a filter matches nothing, or
 * if the list is never empty.
 */
export type About = string | false

type EmptyProps = { text?: string; icon?: ReactNode; about?: About; children?: ReactNode }

/** An empty list: the specified text, the sentence `about`, and an action. */
export const EmptyState = ({ text = 'No data found', icon, about, children }: EmptyProps) => (
  <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
    <span aria-hidden className="grid size-12 place-items-center rounded-card bg-sunken text-muted">
      {icon ?? <PackageOpen size={22} />}
    </span>
    <p className="font-medium">{text}</p>
    {about && <p className="max-w-100 text-muted">{about}</p>}
    {children}
  </div>
)

/** A load that failed: the server's message and Retry. */
export const ErrorState = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-col items-center gap-3 px-4 py-14 text-center">
    <span aria-hidden className="grid size-12 place-items-center rounded-card bg-bad-soft text-bad">
      <CloudOff size={22} />
    </span>
    <p className="font-medium">{message}</p>
    <Button variant="outline" onClick={onRetry}>
      <RotateCw aria-hidden />
      Retry
    </Button>
  </div>
)

/** A failed reload as a line above the data, which stays visible. */
export const ErrorLine = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 bg-bad-soft px-4 py-2 text-bad">
    <p className="min-w-0 flex-1">{message}</p>
    <Button variant="outline" size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
)
