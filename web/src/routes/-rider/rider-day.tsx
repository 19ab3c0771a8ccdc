import { rider, type RiderDay, type RiderDrop } from '@kirana/contract/rider'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { queryClient, useWrite } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { dayAfter, isToDeliver } from '#/lib/outbox/drop-action.ts'
import { acknowledge, act, type DropQueue } from '#/lib/outbox/drops.ts'
import { riderOnPhone } from '#/lib/outbox/sender.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Button, IconButton } from '#/ui/button.tsx'
import { CurrentDrop } from './current-drop.tsx'
import { storeDay } from './stored-day.ts'
import { walletRoomOf } from './wallet-room.ts'

const UnsentQuestion = lazyComponent(
  async () => (await import('#/components/shell/unsent-question.tsx')).UnsentQuestion,
)

const words: Record<RiderDrop['state'], string> = {
  assigned: 'To start',
  'on the road': 'On the road',
  failed: 'Bring back',
  delivered: 'Delivered',
  returned: 'Brought back',
  canceled: 'Canceled',
}

/** The current drop, the list of the day below it, and the cash in hand. */
export function Day({ day: confirmed, queue }: { day: RiderDay; queue: DropQueue }) {
  const { waiting, saving, refused, isStuck } = queue
  const [chosen, setChosen] = useState<string | null>(null)
  const day = waiting.reduce(dayAfter, confirmed)
  const { drops } = day
  const open = drops.filter(isToDeliver)
  const current =
    open.find(({ _id }) => _id === chosen) ?? open.find(({ state }) => state === 'on the road') ?? open[0]
  const toStart = open.filter(({ state }) => state === 'assigned')
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col gap-4 px-4 py-3">
      <Header day={day} unsent={waiting.length} />
      {isStuck && waiting.length > 0 && (
        <p role="status" className="rounded-card bg-warn-soft px-4 py-2 text-warn">
          No network. {waiting.length} to be sent
        </p>
      )}
      {refused.map(({ key, number, message }) => (
        <div
          key={key}
          role="alert"
          className="flex items-center gap-3 rounded-card bg-bad-soft px-4 py-3 text-bad"
        >
          <p className="min-w-0 flex-1">
            <b>{number}</b>: {message}
          </p>
          <Button
            variant="outline"
            className="h-11!"
            aria-label={`OK, I have read it: ${number}`}
            onClick={() => acknowledge(key)}
          >
            OK
          </Button>
        </div>
      ))}
      {toStart.length > 1 && (
        <Button
          size="large"
          className="h-12!"
          onClick={() => toStart.forEach((drop) => act(drop, { do: 'start' }))}
        >
          Start all {toStart.length} bags
        </Button>
      )}
      {current ? (
        <CurrentDrop key={current._id} drop={current} upi={day.upi} walletRoom={walletRoomOf(day)} />
      ) : (
        <p className="card px-4 py-10 text-center font-medium">No bags to deliver</p>
      )}
      <section aria-label="Drops of the day">
        <h2 className="mb-2 font-semibold">Today</h2>
        <ul className="card divide-y divide-line">
          {drops.map((drop) => (
            <li key={drop._id} className="first:*:rounded-t-card last:*:rounded-b-card">
              <button
                type="button"
                disabled={!isToDeliver(drop)}
                aria-current={drop === current}
                className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left aria-[current=true]:bg-brand-soft"
                onClick={() => setChosen(drop._id)}
              >
                <span className="numbers min-w-0 flex-1">
                  {drop.order_id}
                  <span className="block truncate text-sm text-muted">{drop.place}</span>
                </span>
                <span className="text-right text-sm">
                  {saving.includes(drop._id) ? 'Saving…' : words[drop.state]}
                  {isToDeliver(drop) && <b className="numbers block">{rupees(drop.toCollect)}</b>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}

/** `unsent`: the number of unsent actions. If there are any, Log out asks first what happens to them. */
function Header({ day, unsent }: { day: RiderDay; unsent: number }) {
  const [asked, setAsked] = useState(0)
  const logout = useWrite(rider.logout, {
    quiet: true,
    onDone: () => {
      riderOnPhone.set('')
      storeDay(null)
      void queryClient.resetQueries({ queryKey: [rider.me.path] })
    },
  })
  return (
    <header className="flex items-center gap-3">
      <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{day.name}</h1>
      <p className="text-right text-sm text-muted">
        Cash in hand
        <b className="numbers block text-lg text-ink">{rupees(day.cash)}</b>
      </p>
      <IconButton label="Log out" onClick={() => (unsent > 0 ? setAsked(unsent) : logout.send({}))}>
        <LogOut aria-hidden />
      </IconButton>
      <UnsentQuestion
        whose="rider"
        count={asked}
        open={asked > 0}
        onOpenChange={() => setAsked(0)}
        onLogout={() => {
          setAsked(0)
          logout.send({})
        }}
      />
    </header>
  )
}
