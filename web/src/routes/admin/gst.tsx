import { gst } from '@kirana/contract/gst'
import { dayInKolkata } from '@kirana/domain/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { urlOf } from '@kirana/contract/wire/request'
import { Download } from 'lucide-react'
import { useAllowed } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'
import { asText } from '#/lib/address.ts'
import { messageOf, read } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useDraft } from '#/lib/draft.ts'
import { DownloadLink } from '#/components/security/download.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { TextField } from '#/ui/field.tsx'
import { Equation } from './-gst/equation.tsx'
import { Tables } from './-gst/tables.tsx'
import { Warnings } from './-gst/warnings.tsx'

export const Route = createFileRoute('/admin/gst')({
  // No import: this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: GstMonth,
})

const FIRST_MONTH = '2020-01'

function GstMonth() {
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  const current = useClock((now) => dayInKolkata(new Date(now)).slice(0, 7))
  const asked = asText(address.month)
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : current
  const mayExport = useAllowed(gst.register)
  const [draft, setDraft] = useDraft(month)
  const query = useQuery({ ...read(gst.month, { params: { month } }), placeholderData: keepPreviousData })
  const go = (next: string) => {
    setDraft(next)
    if (/^20\d\d-(0[1-9]|1[0-2])$/.test(next) && next >= FIRST_MONTH && next <= current)
      void navigate({ search: next === current ? {} : { month: next } })
  }
  return (
    <>
      <PageHeader title="GST">
        <RefreshButton query={query} />
        {mayExport && (
          <DownloadLink
            className={buttonVariants({ variant: 'outline' })}
            href={urlOf(gst.register.path, { params: { month } })}
            route={gst.register}
          >
            <Download aria-hidden />
            Sales Register
          </DownloadLink>
        )}
      </PageHeader>
      <div className="mb-4 flex">
        <TextField
          label="Month"
          type="month"
          min={FIRST_MONTH}
          max={current}
          value={draft}
          onChange={({ target }) => go(target.value)}
          onBlur={() => setDraft(month)}
        />
      </div>
      {query.error ? (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        query.data && (
          <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData}>
            <Equation month={query.data} />
            <Warnings warnings={query.data.warnings} />
            <Tables month={query.data} />
          </div>
        )
      )}
    </>
  )
}
