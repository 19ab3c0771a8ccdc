import { dispatch, type Bag } from '@kirana/contract/dispatch'
import { orders } from '@kirana/contract/orders'
import type { Data } from '@kirana/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { DataTable } from '#/components/tables/data-table.tsx'
import { Button } from '#/ui/button.tsx'
import { AssignForm } from './assign-form.tsx'
import { bagColumns } from './bag-columns.tsx'
import { useBagScans } from './use-bag-scans.ts'

type Results = Data<typeof dispatch.assign>['results']

/** The bags, the oldest first. Several can be assigned to a rider at once; a rejected one shows the reason. */
export function Bags({ query }: { query: UseQueryResult<Data<typeof dispatch.get>> }) {
  const { bags = [], riders = [] } = query.data ?? {}
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
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
  // Deselects bags that another dispatcher has assigned.
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
  const columns = bagColumns({
    chosen,
    onToggle: toggle,
    onTakeBack: (orderId) => takeBack.send({ body: { orderId } }),
  })
  return (
    <div className="flex flex-col gap-3">
      <AssignForm
        riders={active}
        bags={selected.length}
        isSending={assign.isSending}
        onAssign={(riderId) => {
          scans.clear()
          give(riderId)
        }}
        onScan={scans.scan}
        message={scans.message}
      />
      {refused.length > 0 && <RefusedBags results={refused} bags={bags} onDismiss={() => setRefused([])} />}
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

type RefusedProps = { results: Results; bags: readonly Bag[]; onDismiss: () => void }

/** The bags that could not be assigned, each with the reason. */
const RefusedBags = ({ results, bags, onDismiss }: RefusedProps) => (
  <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-bad">
    <ul>
      {results.map(({ _id, message }) => (
        <li key={_id}>
          <b className="numbers">{bags.find((bag) => bag._id === _id)?.order_id}</b> {message}
        </li>
      ))}
    </ul>
    <Button variant="outline" size="small" className="mt-2" onClick={onDismiss}>
      OK
    </Button>
  </div>
)
