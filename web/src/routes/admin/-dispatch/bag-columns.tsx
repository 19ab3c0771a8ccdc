import { dispatch, type Bag } from '@kirana/contract/dispatch'
import { urlOf } from '@kirana/contract/wire/request'
import { Link } from '@tanstack/react-router'
import { ageText } from '#/lib/age.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { addressOfFile } from '#/lib/file-address.ts'
import { rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'

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

type Options = {
  chosen: ReadonlySet<string>
  onToggle: (bagId: string) => void
  onTakeBack: (bagId: string) => void
}

/** The columns of the bags: a checkbox for those without a rider, their facts, and buttons. */
export const bagColumns = ({ chosen, onToggle, onTakeBack }: Options): Column<Bag>[] => [
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
          onChange={() => onToggle(_id)}
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
            onClick={() => onTakeBack(_id)}
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
