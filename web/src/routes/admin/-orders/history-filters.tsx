import { ListFilter } from 'lucide-react'
import { DayField } from '#/components/forms/day-field.tsx'
import { PhoneFold } from '#/components/tables/phone-fold.tsx'
import { Checkbox, RadioGroup } from '#/ui/choice-group.tsx'
import { CustomerFilter } from '../-people/customer-filter.tsx'
import { useAllowed } from '#/lib/session/allowed.ts'

/** Labels of the statuses (section 2; readings, Orders). */
const labels = {
  '': 'All Orders',
  Confirmed: 'Order Confirmed',
  Prepeared: 'Order Prepeared',
  Dispatched: 'Order Dispatched',
  'Out for Delivary': 'Out For Delivery',
  Delivered: 'Order Delivered',
  Canceled: 'Order Canceled',
}
const choices = Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The filters of Order History beside its search; '' for no filter. Days are in Asia/Kolkata. */
type HistoryFilter = { status: string; customer: string; from: string; to: string; collect: string }

export const unfiltered: HistoryFilter = { status: '', customer: '', from: '', to: '', collect: '' }

type Props = {
  filter: HistoryFilter
  onFilter: (change: Partial<HistoryFilter>, replace?: boolean) => void
}

/** Delivery status, customer (for those who may see customers), days, and cash that is still to be collected. */
export function HistoryFilters({ filter: { status, customer, from, to, collect }, onFilter }: Props) {
  const seesCustomers = useAllowed({ can: 'customers.read' })
  const inUse = [status, customer, from, to, collect].filter(Boolean).length
  return (
    <PhoneFold label="Filters" icon={ListFilter} inUse={inUse}>
      <RadioGroup
        legend="Delivery Status"
        hideLegend
        name="status"
        value={status}
        onChange={(next) => onFilter({ status: next })}
        choices={choices}
        className="order-last w-full"
      />
      <div className="order-last grid w-full gap-3 pb-1 sm:grid-cols-2 md:max-w-200 md:grid-cols-[2fr_1fr_1fr]">
        {seesCustomers && (
          <CustomerFilter value={customer} onChange={(next) => onFilter({ customer: next })} />
        )}
        <DayField label="From" max={to} value={from} onDay={(day) => onFilter({ from: day }, from !== '')} />
        <DayField label="To" min={from} value={to} onDay={(day) => onFilter({ to: day }, to !== '')} />
        <Checkbox
          label="Cash to collect only"
          checked={collect !== ''}
          onChange={({ target }) => onFilter({ collect: target.checked ? 'cash' : '' })}
        />
      </div>
    </PhoneFold>
  )
}
