import { opening as calls, type Opening } from '@kirana/contract/opening'
import { formatWhen, isoInKolkata } from '@kirana/domain/calendar'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { counted } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { Ask } from '#/components/feedback/lazy.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { Button } from '#/ui/button.tsx'
import { Select, TextField } from '#/ui/field.tsx'
import { estimate, useOpeningState } from './state.ts'

const reload = [calls.get]

/** The current state, and the switches that the user may use, which take effect immediately. */
export function OpenNow({ opening }: { opening: Opening }) {
  const { isOpen, isClosed, words } = useOpeningState(opening)
  const mayClose = useAllowed(calls.close)
  const mayBusy = useAllowed(calls.setBusy)
  return (
    <section aria-labelledby="now" className="card">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-4">
        <h2 id="now" className="text-lg font-semibold">
          Now
        </h2>
        <Badge tone={isOpen ? 'ok' : 'bad'} dot>
          {isOpen ? 'Open' : 'Closed'}
        </Badge>
        {opening.busyMinutes > 0 && (
          <Badge tone="warn" dot>{`Busy, +${counted(opening.busyMinutes, 'minute')}`}</Badge>
        )}
        <p className="text-muted">{words}</p>
      </div>
      {(mayClose || mayBusy) && (
        <div className="grid border-t border-line sm:grid-cols-2 sm:divide-x sm:divide-line">
          {mayClose && (isClosed ? <Reopen opening={opening} /> : <Close />)}
          {mayBusy && (
            <div className="border-t border-line p-5 sm:border-t-0">
              {opening.busyMinutes > 0 ? <EndBusy opening={opening} /> : <Busy />}
            </div>
          )}
        </div>
      )}
    </section>
  )
}

const HOUR = 60
const untilChoices = [
  { value: '', label: 'When I reopen the store' },
  { value: '30', label: 'In 30 minutes' },
  { value: String(HOUR), label: 'In 1 hour' },
  { value: String(2 * HOUR), label: 'In 2 hours' },
  { value: 'time', label: 'At a time' },
]

function Close() {
  const close = useWrite(calls.close, { reload })
  const [until, setUntil] = useState('')
  const [time, setTime] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const earliest = useClock((now) => isoInKolkata(new Date(now)).slice(0, 16))
  const ask = () => (until === 'time' && time === '' ? setWrong(true) : setAsking(true))
  const closeNow = () => {
    setAsking(false)
    const minutes = Number(until)
    const closedUntil =
      until === ''
        ? null
        : until === 'time'
          ? `${time}:00+05:30`
          : isoInKolkata(new Date(Date.now() + minutes * 60_000))
    close.send({ body: { isClosed: true, closedUntil } })
  }
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-4 p-5 *:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <Select
        label="Opens again"
        choices={untilChoices}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      {until === 'time' && (
        <TextField
          label="Date and time"
          type="datetime-local"
          min={earliest}
          value={time}
          error={isWrong && time === '' ? 'Enter the date and time' : undefined}
          onChange={({ target }) => setTime(target.value)}
        />
      )}
      <Button type="submit" variant="destructive" busy={close.isSending}>
        Closed now
      </Button>
      <Ask
        open={isAsking}
        onOpenChange={setAsking}
        title="Close the store now?"
        description={
          until === ''
            ? 'Customers cannot order until you reopen it.'
            : 'Customers cannot order until it opens again.'
        }
        action="Close the store"
        onConfirm={closeNow}
      />
    </form>
  )
}

function Reopen({ opening: { closedBy, closedAt, closedUntil } }: { opening: Opening }) {
  const close = useWrite(calls.close, { reload })
  const words = useClock((now) => {
    const when = (iso: string) => formatWhen(new Date(iso), new Date(now))
    const end = closedUntil ? `. It opens again ${when(closedUntil)}.` : ', until it is reopened.'
    return `${closedBy} closed the store${closedAt ? ` ${when(closedAt)}` : ''}${end}`
  })
  return (
    <div className="flex flex-col items-start justify-between gap-4 p-5">
      <p>{words}</p>
      <Button
        className="w-full"
        busy={close.isSending}
        onClick={() => close.send({ body: { isClosed: false } })}
      >
        Reopen
      </Button>
    </div>
  )
}

function Busy() {
  const busy = useWrite(calls.setBusy, { reload })
  const [busyMinutes, setMinutes] = useState('10')
  const [isSent, setSent] = useState(false)
  const { error } = calls.setBusy.body.safeParse({ busyMinutes })
  return (
    <form
      noValidate
      className="flex h-full flex-col justify-between gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (!error) busy.send({ body: { busyMinutes } })
      }}
    >
      <TextField
        label="Minutes more"
        inputMode="numeric"
        hint="Added to the delivery estimate that customers read"
        value={busyMinutes}
        error={isSent ? error?.issues[0]?.message : undefined}
        onChange={({ target }) => setMinutes(target.value)}
      />
      <Button type="submit" variant="outline" busy={busy.isSending}>
        {`Busy, +${busyMinutes.trim() || 0} minutes`}
      </Button>
    </form>
  )
}

function EndBusy({ opening }: { opening: Opening }) {
  const busy = useWrite(calls.setBusy, { reload })
  const words = estimate(opening)
  return (
    <div className="flex h-full flex-col items-start justify-between gap-4">
      <p>
        Deliveries take {counted(opening.busyMinutes, 'minute')} longer.
        {words && ` Customers read ‘${words}’, an estimate.`}
      </p>
      <Button
        variant="outline"
        className="w-full"
        busy={busy.isSending}
        onClick={() => busy.send({ body: { busyMinutes: 0 } })}
      >
        No longer busy
      </Button>
    </div>
  )
}
