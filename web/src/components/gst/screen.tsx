import { gst } from '@kirana/contract/gst'
import { dayInKolkata } from '@kirana/domain/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#/components/feedback/states.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { messageOf, read } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { useDraft } from '#/lib/draft.ts'
import { TextField } from '#/ui/field.tsx'
import { Equation } from './equation.tsx'
import { Files } from './files.tsx'
import { Filing } from './filing.tsx'
import { Tables } from './tables.tsx'
import { Warnings } from './warnings.tsx'

const FIRST_MONTH = '2020-01'
const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

type Props = {
  /** The month in the URL. If it is not a month, the current one is shown. */
  asked: string
  /** Puts a month into the URL; '' for the current one. */
  onMonth: (month: string) => void
  /** The superadmin may unlock months, but not download files. */
  isSuperadmin?: boolean
}

/**
 * A month of GST, or its quarter if the company files by quarter: the equation, missing data, the tables of GSTR-1, the
 * files, and the filing.
 */
export function GstScreen({ asked, onMonth, isSuperadmin = false }: Props) {
  const current = useClock((now) => dayInKolkata(new Date(now)).slice(0, 7))
  const month = isMonth(asked) ? asked : current
  const [draft, setDraft] = useDraft(month)
  const query = useQuery({
    ...read(gst.month, { params: { month } }),
    placeholderData: keepPreviousData,
  })
  const go = (next: string) => {
    setDraft(next)
    if (isMonth(next) && next >= FIRST_MONTH && next <= current) onMonth(next === current ? '' : next)
  }
  const { data } = query
  return (
    <>
      <PageHeader title="GST">
        <RefreshButton query={query} />
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
        data && (
          <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData}>
            <Equation month={data} />
            <Filing month={data} isOver={data.month < current} isSuperadmin={isSuperadmin} />
            <Warnings warnings={data.warnings} />
            {!isSuperadmin && <Files month={data} />}
            <Tables month={data} />
          </div>
        )
      )}
    </>
  )
}
