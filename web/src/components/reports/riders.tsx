import { reports } from '@kirana/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import type { Range } from './range.ts'
import { CsvLink, NumbersTable } from './tables.tsx'
import { minutesText } from './words.ts'

const signed = (amount: number) => (amount < 0 ? `−${rupees(-amount)}` : rupees(amount))

/** Drops, minutes and cash differences of each rider. Renders nothing in a store without riders. */
export function Riders({ range }: { range: Range }) {
  const { data = [] } = useQuery({
    ...read(reports.riders, { query: range }),
    placeholderData: keepPreviousData,
  })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="riders" className="card min-w-0 overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 id="riders" className="text-base font-semibold">
            Riders
          </h2>
          <p className="text-sm text-muted">Drops that ended in these days, and counts of cash</p>
        </div>
        <CsvLink path={reports.exportRiders.path} query={range} of="Riders" />
      </header>
      <NumbersTable
        name="Riders"
        first="Rider"
        rows={data.map(({ name, drops, minutes, failed, difference }, at) => ({
          id: `${at} ${name}`,
          name,
          cells: [
            { header: 'Delivered', value: count(drops) },
            { header: 'Until Delivered', value: minutesText(minutes) },
            { header: 'Failed', value: count(failed) },
            { header: 'Cash difference', value: signed(difference) },
          ],
        }))}
      />
    </section>
  )
}
