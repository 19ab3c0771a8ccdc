import { CircleAlert, CircleCheck } from 'lucide-react'
import { Alert } from '#/ui/alert.tsx'

/** How it went with one of many; `message` says why not. */
export type Outcome = { name: string; done: boolean; message: string }

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the server says when all of it was done: 'Products updated successfully'. */
  message: string
  /** What was done with the rest, where some were left out: 'products enabled'. */
  what: string
  outcomes: readonly Outcome[]
}

/** The popup after a change of many: it names those that were left out, and why. */
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
