import { cash } from '@kirana/contract/cash'
import { orders } from '@kirana/contract/orders'
import { upi, type UpiPayment } from '@kirana/contract/upi'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { read, useWrite } from '#/lib/api.ts'
import { formatDateTime, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'

const ImportStatement = lazyComponent(async () => (await import('./import-statement.tsx')).ImportStatement)

const states = {
  unverified: { tone: 'warn', word: 'Not verified' },
  verified: { tone: 'ok', word: 'Verified' },
  void: { tone: 'plain', word: 'Canceled' },
} as const

const facts: Column<UpiPayment>[] = [
  {
    id: 'order',
    header: 'Order',
    phone: 'title',
    cell: ({ orderId, order_id }) => (
      <Link
        to="/admin/order/get/$orderId"
        params={{ orderId }}
        className="numbers font-medium whitespace-nowrap underline coarse:py-2.5"
      >
        {order_id}
      </Link>
    ),
  },
  { id: 'amount', header: 'Amount', isNumeric: true, phone: 'end', cell: ({ amount }) => rupees(amount) },
  { id: 'utr', header: 'UTR', cell: ({ utr }) => <span className="numbers">{utr}</span> },
  {
    id: 'rider',
    header: 'Rider',
    cell: ({ rider, at }) => (
      <div className="wrap-anywhere">
        {rider}
        <p className="text-sm text-muted">{formatDateTime(new Date(at))}</p>
      </div>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, verifiedBy, creditedOn }) => (
      <div>
        <Badge tone={states[state].tone}>{states[state].word}</Badge>
        {verifiedBy && (
          <p className="text-sm text-muted">
            {verifiedBy}
            {creditedOn && `, credited on ${creditedOn}`}
          </p>
        )}
      </div>
    ),
  },
]

/** UPI payments at the door, verified by the bank statement or by hand. */
export function UpiPayments() {
  const [unverified, setUnverified] = useState(true)
  const [page, setPage] = useState(1)
  const [isImporting, setImporting] = useState(false)
  const mayVerify = useAllowed(upi.verify)
  const query = useQuery({
    ...read(upi.list, { params: { page }, query: { unverified } }),
    placeholderData: keepPreviousData,
  })
  const verify = useWrite(upi.verify, { reload: [upi.list, cash.get, orders.get] })
  const columns: Column<UpiPayment>[] = [
    ...facts,
    {
      id: 'actions',
      header: 'Actions',
      phone: 'action',
      cell: ({ orderId, order_id, state }) =>
        mayVerify &&
        state !== 'void' && (
          <Button
            variant="outline"
            size="small"
            disabled={verify.isSending}
            aria-label={`${state === 'verified' ? 'Not verified after all' : 'It has come'}: ${order_id}`}
            onClick={() => verify.send({ body: { orderId, verified: state !== 'verified' } })}
          >
            {state === 'verified' ? 'Not verified after all' : 'It has come'}
          </Button>
        ),
    },
  ]
  return (
    <section aria-labelledby="upi" className="mt-8 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="upi" className="min-w-0 flex-1 text-lg font-semibold">
          UPI at the door
        </h2>
        {mayVerify && (
          <Button
            variant="outline"
            onPointerEnter={ImportStatement.preload}
            onClick={() => setImporting(true)}
          >
            <Upload aria-hidden />
            Import a bank statement
          </Button>
        )}
      </div>
      <PagedTable
        name="UPI payments"
        query={query}
        columns={columns}
        page={page}
        size={PAGE_SIZE.orders}
        onPage={setPage}
        about={
          unverified
            ? 'Every payment to a rider by UPI is verified.'
            : 'Payments to riders by UPI appear here. Customers can make them once Company Settings has a UPI ID.'
        }
        toolbar={
          <Checkbox
            label="Only unverified"
            checked={unverified}
            onChange={({ target }) => {
              setUnverified(target.checked)
              setPage(1)
            }}
          />
        }
      />
      {isImporting && <ImportStatement open onOpenChange={setImporting} />}
    </section>
  )
}
