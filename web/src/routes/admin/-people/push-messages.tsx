import { notifications, type PushMessage } from '@kirana/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { messageOf, read } from '#/lib/api.ts'
import { count, formatDateTime } from '#/lib/format.ts'
import { Badge, type Tone } from '#/components/tables/badges.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'

/** Fallback without a server message (specification, section 8). */
export const NOT_SENT = 'Notification sent failed'
export const RECORDED = 'Recorded only: push is not configured'

/** The newest push messages, polled every second while one is being sent. */
export const usePushMessages = () =>
  useQuery({
    ...read(notifications.list, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.isConfigured && data.messages.some(({ status }) => status === 'sending') ? 1000 : false,
  })

/** Warns before sending if push is not configured. */
export function PushNotice() {
  const { data } = usePushMessages()
  if (data?.isConfigured !== false) return null
  return (
    <p className="flex gap-2.5 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
      <BellOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="font-medium">{RECORDED}.</span> The message is kept here, but no phone gets it.
      </span>
    </p>
  )
}

/** Label and color of a message's delivery status. */
function stateOf({ status, sent, reach }: PushMessage, isConfigured: boolean): [Tone, string] {
  if (status === 'recorded') return ['warn', RECORDED]
  if (status === 'sending')
    return isConfigured ? ['info', 'Sending'] : ['warn', 'Stopped: push is not configured']
  if (sent > 0 || reach === 0) return ['ok', 'Sent']
  return ['bad', 'Not sent']
}

function Message({ message, isConfigured }: { message: PushMessage; isConfigured: boolean }) {
  const { title, body, audience, status, reach, sent, failed, dead, by, dateAndTime } = message
  const [tone, word] = stateOf(message, isConfigured)
  const handled = Math.min(sent + failed + dead, reach)
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium break-words">{title}</p>
        <Badge tone={tone} dot>
          {word}
        </Badge>
      </div>
      <p className="line-clamp-2 text-sm break-words text-muted">{body}</p>
      {status === 'sending' && (
        <progress
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
          aria-label={`Progress of “${title}”`}
          value={handled}
          max={Math.max(reach, 1)}
        />
      )}
      {status !== 'recorded' && (
        <p className="numbers flex flex-wrap gap-x-4 text-sm">
          <span>
            {count(sent)} of {count(reach)} sent
          </span>
          {failed > 0 && <span className="text-bad">{count(failed)} failed</span>}
          {dead > 0 && <span className="text-muted">{count(dead)} no longer reachable</span>}
        </p>
      )}
      <p className="numbers text-xs text-muted">
        {audience === 'all' ? 'All customers' : 'One customer'} · {by} ·{' '}
        <time dateTime={dateAndTime}>{formatDateTime(new Date(dateAndTime))}</time>
      </p>
    </li>
  )
}

/** Sent messages with their progress, newest first. */
export function PushHistory() {
  const { data, error, refetch } = usePushMessages()
  if (!data) return error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  return (
    <section aria-label="Sent messages">
      <h3 className="text-sm font-semibold">Sent messages</h3>
      {data.messages.length === 0 && <p className="py-3 text-sm text-muted">None yet</p>}
      <ul className="divide-y divide-line">
        {data.messages.map((message) => (
          <Message key={message._id} message={message} isConfigured={data.isConfigured} />
        ))}
      </ul>
    </section>
  )
}
