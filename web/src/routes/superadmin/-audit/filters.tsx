import { audit } from '@kirana/contract/audit'
import { dayInKolkata } from '@kirana/domain/calendar'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { read } from '#/lib/api.ts'
import { DayField } from '#/components/forms/day-field.tsx'
import { PhoneFold } from '#/components/tables/phone-fold.tsx'
import { SearchBox } from '#/components/tables/search-box.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/choice-group.tsx'
import { Select } from '#/ui/field.tsx'

/** Filters of the audit log as in the URL; '' for no filter. Days are in Asia/Kolkata. */
export type AuditFilter = {
  person: string
  call: string
  object: string
  from: string
  to: string
  /** 'true' to include actions of customers. */
  customers: string
  search: string
}

const everything = { person: '', call: '', object: '', from: '', to: '', search: '' }

type Choice = { value: string; label: string }

/** Adds the selected value to the options, because customers and deleted staff can only be selected from a row. */
const withChosen = (choices: Choice[], value: string, label: string) =>
  value === '' || choices.some((choice) => choice.value === value) ? choices : [{ value, label }, ...choices]

/** The selectable periods with their first and last day; '' for all days. */
function periods() {
  const day = (ago: number) => dayInKolkata(new Date(Date.now() - ago * 86_400_000))
  return [
    { label: 'All', from: '', to: '' },
    { label: 'Today', from: day(0), to: day(0) },
    { label: 'Yesterday', from: day(1), to: day(1) },
    { label: '7 days', from: day(6), to: day(0) },
  ]
}

type Props = {
  filter: AuditFilter
  /** The name of the selected object, if it is known. */
  about: string | undefined
  onFilter: (change: Partial<AuditFilter>, replace?: boolean) => void
}

/** Filters by day, person and action, and a switch for actions of customers. Each applies immediately. */
export function AuditFilters({ filter, about, onFilter }: Props) {
  const { data } = useQuery(read(audit.choices, {}))
  const people = (data?.people ?? []).map(({ _id, name, role }) => ({
    value: _id,
    label: `${name} (${role})`,
  }))
  const calls = (data?.calls ?? []).map(({ call, what }) => ({ value: call, label: what }))
  const { customers, ...others } = filter
  const isNarrowed = Object.values(others).some(Boolean)
  const inUse = [filter.person, filter.call, filter.from || filter.to, customers].filter(Boolean).length
  return (
    <div data-chrome className="space-y-3 border-b border-line px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex max-sm:w-full sm:min-w-80">
          <SearchBox
            label="Order ID, phone or name"
            inputMode="text"
            value={filter.search}
            onSearch={(search) => onFilter({ search })}
          />
        </div>
        <PhoneFold label="Filters" icon={ListFilter} inUse={inUse}>
          <div role="group" aria-label="Days" className="flex flex-wrap gap-1.5">
            {periods().map(({ label, from, to }) => {
              const isChosen = from === filter.from && to === filter.to
              return (
                <Button
                  key={label}
                  size="small"
                  variant={isChosen ? 'primary' : 'outline'}
                  aria-pressed={isChosen}
                  onClick={() => onFilter({ from, to })}
                >
                  {label}
                </Button>
              )
            })}
          </div>
          <Checkbox
            label="With customers"
            checked={customers === 'true'}
            onChange={({ target }) => onFilter({ customers: target.checked ? 'true' : '' })}
          />
          {isNarrowed && (
            <Button size="small" variant="text" onClick={() => onFilter(everything)}>
              Show everything
            </Button>
          )}
          <div className="grid w-full min-w-0 grid-cols-2 gap-3 lg:grid-cols-4">
            <Select
              label="Person"
              placeholder="Everybody"
              choices={withChosen(people, filter.person, 'The chosen person')}
              value={filter.person}
              onChange={(event) => onFilter({ person: event.target.value })}
            />
            <Select
              label="What"
              placeholder="Everything"
              choices={withChosen(calls, filter.call, filter.call)}
              value={filter.call}
              onChange={(event) => onFilter({ call: event.target.value })}
            />
            <DayField
              label="From"
              max={filter.to}
              value={filter.from}
              onDay={(from) => onFilter({ from }, filter.from !== '')}
            />
            <DayField
              label="To"
              min={filter.from}
              value={filter.to}
              onDay={(to) => onFilter({ to }, filter.to !== '')}
            />
          </div>
        </PhoneFold>
      </div>
      {filter.object && (
        <p className="text-sm">
          Only <span className="font-medium">{about ?? 'the chosen object'}</span>{' '}
          <Button size="small" variant="text" onClick={() => onFilter({ object: '' })}>
            All objects
          </Button>
        </p>
      )}
    </div>
  )
}
