import { dispatch, type Bag } from '@kirana/contract/dispatch'
import { orders } from '@kirana/contract/orders'
import type { Data } from '@kirana/contract'
import { urlOf } from '@kirana/contract/wire/request'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { addressOfFile } from '#/lib/file-address.ts'
import { counted, rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import { DataTable, type Column } from '#/components/tables/data-table.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { useBagScans } from './use-bag-scans.ts'

type Results = Data<typeof dispatch.assign>['results']

const states: Record<Bag['state'], string> = {
  packed: 'Packed',
  assigned: 'Assigned',
  'on the road': 'On the road',
  failed: 'Failed',
  delivered: 'Delivered',
  returned: 'Returned',
  canceled: 'Canceled',
}

/** The time since a bag was packed or assigned. `at`: ISO 8601. */
function Since({ at }: { at: string }) {
  const since = Date.parse(at)
  return <span className="numbers">{useClock((now) => ageText(now - since))}</span>
}

const facts: Column<Bag>[] = [
  {
    id: 'order',
    header: 'Order',
    phone: 'title',
    cell: ({ _id, order_id }) => (
      <Link
        to="/admin/order/get/$orderId"
        params={{ orderId: _id }}
        className="numbers font-medium whitespace-nowrap underline coarse:py-2.5"
      >
        {order_id}
      </Link>
    ),
  },
  { id: 'since', header: 'Waiting', phone: 'end', cell: ({ since }) => <Since at={since} /> },
  {
    id: 'place',
    header: 'Where to',
    cell: ({ pincode, place }) => (
      <div className="wrap-anywhere md:min-w-40">
        <b className="numbers">{pincode}</b> {place}
      </div>
    ),
  },
  {
    id: 'amount',
    header: 'To collect',
    isNumeric: true,
    cell: ({ toCollect }) => (toCollect > 0 ? rupees(toCollect) : 'Paid'),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ order_id, state, rider, failReason, isLocked, photo }) => (
      <div>
        <Badge tone={state === 'failed' ? 'bad' : 'plain'}>{states[state]}</Badge>
        {rider && <p className="text-sm">{rider.name}</p>}
        {failReason && <p className="text-sm text-bad">{failReason}</p>}
        {photo && (
          <a
            href={addressOfFile(photo)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Photo of ${order_id}`}
            className="block text-sm underline coarse:py-2.5"
          >
            Photo
          </a>
        )}
        {isLocked && <p className="text-sm text-bad">Locked after 5 wrong codes</p>}
      </div>
    ),
  },
]

/** The bags, the oldest first. Several are assigned to a rider at once; a refused one shows the reason. */
export function Bags({ query }: { query: UseQueryResult<Data<typeof dispatch.get>> }) {
  const { bags = [], riders = [] } = query.data ?? {}
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [riderId, setRiderId] = useState('')
  const [refused, setRefused] = useState<Results>([])
  const reload = [dispatch.get, orders.list, orders.get]
  const assign = useWrite(dispatch.assign, {
    reload,
    quiet: ({ results }) => results.some(({ assigned }) => !assigned),
    onDone: ({ results }) => {
      setRefused(results.filter(({ assigned }) => !assigned))
      setChosen(new Set())
    },
  })
  const takeBack = useWrite(dispatch.takeBack, { reload, onError: () => void reloadAll([dispatch.get]) })
  // A bag that another dispatcher has assigned since is no longer chosen.
  const free = bags.filter(({ rider }) => rider === null)
  const selected = free.filter(({ _id }) => chosen.has(_id))
  const active = riders.filter(({ isActive }) => isActive)
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  const give = (to: string) => assign.send({ body: { riderId: to, orders: selected.map(({ _id }) => _id) } })
  const scans = useBagScans({
    bags,
    riders: active,
    chosen: new Set(selected.map(({ _id }) => _id)),
    onChoose: (id) => setChosen((before) => new Set([...before, id])),
    onAssign: give,
  })
  const columns: Column<Bag>[] = [
    {
      id: 'choose',
      header: 'Choose',
      phone: 'lead',
      cell: ({ _id, order_id, rider }) =>
        rider === null && (
          <input
            type="checkbox"
            className="size-5 coarse:size-7"
            aria-label={`Choose ${order_id}`}
            checked={chosen.has(_id)}
            onChange={() => toggle(_id)}
          />
        ),
    },
    ...facts,
    {
      id: 'actions',
      header: 'Actions',
      phone: 'action',
      cell: ({ _id, order_id, rider }) => (
        <div className="flex flex-wrap gap-2 xl:flex-nowrap">
          {rider && (
            <Button
              variant="outline"
              size="small"
              aria-label={`Bag is back: ${order_id}`}
              onClick={() => takeBack.send({ body: { orderId: _id } })}
            >
              Bag is back
            </Button>
          )}
          <a
            className={buttonVariants({ variant: 'outline', size: 'small' })}
            aria-label={`Label of ${order_id}`}
            href={urlOf(dispatch.label.path, { params: { id: _id } })}
            target="_blank"
            rel="noreferrer"
          >
            Label
          </a>
        </div>
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-center gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          scans.clear()
          give(riderId)
        }}
      >
        <select
          aria-label="Rider"
          className="field w-auto max-md:flex-1"
          required
          value={riderId}
          onChange={({ target }) => setRiderId(target.value)}
        >
          <option value="">Choose a rider</option>
          {active.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" disabled={selected.length === 0 || riderId === ''} busy={assign.isSending}>
          Give {counted(selected.length, 'bag')}
        </Button>
        <ScanButton onScan={scans.scan} />
        <p role="status" className="numbers min-w-0 text-sm text-muted wrap-anywhere empty:hidden">
          {scans.message}
        </p>
      </form>
      {refused.length > 0 && (
        <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-bad">
          <ul>
            {refused.map(({ _id, message }) => (
              <li key={_id}>
                <b className="numbers">{bags.find((bag) => bag._id === _id)?.order_id}</b> {message}
              </li>
            ))}
          </ul>
          <Button variant="outline" size="small" className="mt-2" onClick={() => setRefused([])}>
            OK
          </Button>
        </div>
      )}
      <DataTable
        name="Bags"
        rows={bags}
        columns={columns}
        rowId={({ _id }) => _id}
        query={query}
        about="No bag waits for a rider. Orders appear here when they are packed."
      />
    </div>
  )
}
