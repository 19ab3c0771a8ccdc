import { audit } from '@kirana/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { DayField } from '#/components/forms/day-field.tsx'
import { SearchBox } from '#/components/tables/search-box.tsx'
import { Button } from '#/ui/button.tsx'
import { Select } from '#/ui/field.tsx'

/** Filters of the audit log; '' for no filter. Days are in Asia/Kolkata. */
export type AuditFilter = { person: string; call: string; object: string; from: string; to: string }

export const everything: AuditFilter = { person: '', call: '', object: '', from: '', to: '' }

type Choice = { value: string; label: string }

/** Adds the selected value to the options: customers and deleted staff can only be selected from a row. */
const withChosen = (choices: Choice[], value: string, label: string) =>
  value === '' || choices.some((choice) => choice.value === value) ? choices : [{ value, label }, ...choices]

/** Filters by person, action and date; each applies at once. */
export function AuditFilters({
  filter,
  onFilter,
}: {
  filter: AuditFilter
  onFilter: (change: Partial<AuditFilter>, replace?: boolean) => void
}) {
  const { data } = useQuery(read(audit.choices, {}))
  const people = (data?.people ?? []).map(({ _id, name, role }) => ({
    value: _id,
    label: `${name} (${role})`,
  }))
  const calls = (data?.calls ?? []).map(({ call, what }) => ({ value: call, label: what }))
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <>
      <div className="grid min-w-0 flex-1 basis-full gap-3 pb-1 sm:grid-cols-2 lg:grid-cols-4">
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
      <SearchBox
        label="Object id"
        inputMode="text"
        value={filter.object}
        onSearch={(object) => onFilter({ object })}
      />
      {isNarrowed && (
        <Button variant="outline" onClick={() => onFilter(everything)}>
          Show everything
        </Button>
      )}
    </>
  )
}
