import { CircleAlert, CircleCheck } from 'lucide-react'
import { Alert } from '#/ui/alert.tsx'

/** The result for one object of a bulk change. `message` is the reason of a failure. */
export type Outcome = { name: string; done: boolean; message: string }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The server's message when all succeeded: 'Products updated successfully'. */
  message: string
  /** The words for the objects that succeeded, used if some failed: 'products enabled'. */
  what: string
  outcomes: readonly Outcome[]
}

/** Popup after a bulk change: lists the objects that failed, with reasons. */
export function Outcomes({ open, onOpenChange, message, what, outcomes }: Props) {
  const failed = outcomes.filter(({ done }) => !done)
  const isWhole = failed.length === 0
  return (
    <Alert
      open={open}
      onOpenChange={onOpenChange}
      title={isWhole ? message : `${outcomes.length - failed.length} of ${outcomes.length} ${what}`}
      icon={
        <span
          aria-hidden
          className={`grid size-10 shrink-0 place-items-center rounded-full ${isWhole ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
        >
          {isWhole ? <CircleCheck size={20} /> : <CircleAlert size={20} />}
        </span>
      }
      description={
        !isWhole && (
          <ul className="flex flex-col gap-1">
            {failed.map(({ name, message: reason }) => (
              <li key={name}>
                <span className="font-medium text-ink">{name}</span>: {reason}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
