import { type DayBookRow, reports } from '@kirana/contract/reports'
import { urlOf } from '@kirana/contract/wire/request'
import { formatDay } from '@kirana/domain/calendar'
import { moneyMethodNames } from '@kirana/domain/money-method'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf, read } from '#/lib/api.ts'
import { rupees } from '#/lib/format.ts'
import { ErrorState } from '#/components/feedback/states.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import type { Range } from './range.ts'

type Amount = 'collected' | 'refunded' | 'fees' | 'net'
const amounts: readonly (readonly [name: string, amount: Amount])[] = [
  ['Collected', 'collected'],
  ['Refunded', 'refunded'],
  ['Fees', 'fees'],
  ['Net', 'net'],
]
const cell = 'py-2 pl-3 text-right whitespace-nowrap last:pr-4'

/** A fee that the provider has not reported yet is shown as unknown, not as 0. */
const shown = (row: DayBookRow, amount: Amount) =>
  amount === 'fees' && !row.areFeesKnown && row.fees === 0 ? '–' : rupees(row[amount])

/** Money received and paid on each day by payment method, to compare with the till, the bank and the provider. */
export function DayBook({ range }: { range: Range }) {
  const query = useQuery({ ...read(reports.dayBook, { query: range }), placeholderData: keepPreviousData })
  const { data: rows = [], error } = query
  const sum = (amount: Amount) => rows.reduce((total, row) => total + Math.round(row[amount] * 100), 0) / 100
  return (
    <section aria-labelledby="day-book" className="card mt-4 min-w-0 overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 id="day-book" className="text-base font-semibold">
            Day book
          </h2>
          <p className="text-sm text-muted">
            By the day the money moved
            {rows.some(({ areFeesKnown }) => !areFeesKnown) &&
              '. Fees that the provider has not named count as 0'}
          </p>
        </div>
        <a
          className={buttonVariants({ variant: 'outline', size: 'small' })}
          href={urlOf(reports.exportDayBook.path, { query: range })}
          download
          aria-label="CSV of Day book"
        >
          <Download aria-hidden />
          CSV
        </a>
      </header>
      {error && query.data === undefined ? (
        <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className="px-4 py-6 text-muted">{query.isPending ? '…' : 'No money moved in these days'}</p>
      ) : (
        <div className="overflow-x-auto">
          <table aria-label="Day book" className="numbers mt-2 w-full text-sm">
            <thead>
              <tr className="border-b border-line text-xs text-muted">
                <th scope="col" className="py-2 pl-4 text-left font-medium">
                  Day
                </th>
                <th scope="col" className="py-2 pl-3 text-left font-medium">
                  Method
                </th>
                {amounts.map(([name]) => (
                  <th key={name} scope="col" className={`${cell} font-medium`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={`${row.day} ${row.method}`} className="border-b border-line">
                  <th scope="row" className="py-2 pl-4 text-left font-normal whitespace-nowrap">
                    {rows[at - 1]?.day === row.day ? (
                      <span className="sr-only">{formatDay(row.day)}</span>
                    ) : (
                      formatDay(row.day)
                    )}
                  </th>
                  <td className="py-2 pl-3">{moneyMethodNames[row.method]}</td>
                  {amounts.map(([name, amount]) => (
                    <td key={name} className={cell}>
                      {shown(row, amount)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-semibold">
                <th scope="row" colSpan={2} className="py-2 pl-4 text-left">
                  Total
                </th>
                {amounts.map(([name, amount]) => (
                  <td key={name} className={cell}>
                    {rupees(sum(amount))}
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  )
}
