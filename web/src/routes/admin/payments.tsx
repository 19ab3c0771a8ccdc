import { payments } from '@kirana/contract/payments'
import { dayInKolkata } from '@kirana/domain/calendar'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { asOneOf, asPage, asText } from '#/lib/address.ts'
import { read } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useDraft } from '#/lib/draft.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import type { SortValue } from '#/components/tables/sort.ts'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'
import { paymentColumns } from './-payments/columns.tsx'
import { Connection } from './-payments/connection.tsx'
import { Faults } from './-payments/faults.tsx'

export const Route = createFileRoute('/admin/payments')({
  // Imports nothing, because this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: Payments,
})

const sorts = ['', 'date', 'amount', '-amount'] as const

const FIRST_DAY = '2020-01-01'

function Payments() {
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  const page = asPage(address.page)
  const sort = asOneOf(sorts, address.sort)
  const today = useClock((now) => dayInKolkata(new Date(now)))
  const asked = asText(address.day)
  const day = /^20\d\d-\d\d-\d\d$/.test(asked) ? asked : today
  const [draft, setDraft] = useDraft(day)
  const query = useQuery({
    ...read(payments.list, { params: { page }, query: { day: day === today ? '' : day, sort } }),
    placeholderData: keepPreviousData,
  })
  const go = (next: { day: string; page: number; sort?: SortValue }, replace = false) => {
    const order = next.sort ?? sort
    void navigate({
      search: {
        ...(next.day !== today && { day: next.day }),
        ...(next.page > 1 && { page: String(next.page) }),
        ...(order && { sort: order }),
      },
      replace,
    })
  }
  return (
    <>
      <PageHeader title="Payments">
        <RefreshButton query={query} />
      </PageHeader>
      <Connection />
      <Faults />
      <PagedTable
        name="Payments"
        query={query}
        columns={paymentColumns}
        page={page}
        size={PAGE_SIZE.payments}
        sorting={{ sort, onSort: (next) => go({ day, page: 1, sort: next }, true) }}
        onPage={(next, replace) => go({ day, page: next }, replace)}
        toolbar={
          <TextField
            label="Day"
            type="date"
            min={FIRST_DAY}
            max={today}
            value={draft}
            onChange={({ target }) => {
              setDraft(target.value)
              // Ignores a half-typed year, which reads as 0002.
              if (target.value >= FIRST_DAY) go({ day: target.value, page: 1 })
            }}
            onBlur={() => setDraft(day)}
          />
        }
        about={
          day === today
            ? 'Online payments of the day appear here as customers make them.'
            : 'Nobody paid online on this day.'
        }
        empty={
          day !== today && (
            <Button variant="outline" onClick={() => go({ day: today, page: 1 })}>
              To today
            </Button>
          )
        }
      />
    </>
  )
}
