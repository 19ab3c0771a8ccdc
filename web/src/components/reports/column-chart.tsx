import { useState } from 'react'
import { Button } from '#/ui/button.tsx'

export type ChartColumn = {
  /** In the table: 'Sunday, 15 Nov 2026'. */
  label: string
  /** Below the column; '' where there is no room for one. */
  tick: string
  /** One value for each series. */
  values: readonly number[]
}

type Props = {
  title: string
  /** What the labels are: 'Hour', 'Day'. */
  unit: string
  /** The names of one or two series. The first is filled, the second an outline, so that no colour is needed. */
  series: readonly [string] | readonly [string, string]
  columns: readonly ChartColumn[]
  format: (value: number) => string
}

const bars = ['bg-brand', 'border border-b-0 border-ink/60 bg-transparent']

/**
 * Columns with a table of the same numbers: always there for screen readers, on screen at the press of a button. Plain
 * elements instead of a chart library.
 */
export function ColumnChart({ title, unit, series, columns, format }: Props) {
  const [isTable, setTable] = useState(false)
  const highest = Math.max(0, ...columns.flatMap(({ values }) => values))
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-base font-semibold">{title}</span>
        {series.length > 1 &&
          series.map((name, at) => (
            <span key={name} className="flex items-center gap-1.5 text-sm text-muted">
              <span aria-hidden className={`h-3 w-2.5 rounded-t-[2px] ${bars[at]}`} />
              {name}
            </span>
          ))}
        <Button
          variant="text"
          size="small"
          className="ml-auto"
          aria-expanded={isTable}
          aria-label={`${isTable ? 'Show chart' : 'Show table'}: ${title}`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show chart' : 'Show table'}
        </Button>
      </figcaption>
      {!isTable && (
        <div aria-hidden className="mt-3 flex gap-2">
          <div className="numbers flex h-40 flex-col justify-between text-right text-xs text-muted">
            <span>{highest > 0 && format(highest)}</span>
            <span>0</span>
          </div>
          <div className="flex min-w-0 flex-1 border-b border-line-strong">
            {columns.map(({ label, tick, values }) => (
              <div
                key={label}
                className="relative flex h-40 min-w-0 flex-1 items-end justify-center gap-px px-px"
              >
                <div
                  title={[label, ...values.map((value, at) => `${series[at]}: ${format(value)}`)].join('\n')}
                  className="absolute inset-0 hover:bg-ink/5"
                />
                {values.map((value, at) => (
                  <div
                    key={series[at]}
                    className={`pointer-events-none max-w-6 min-w-0 flex-1 rounded-t-[3px] ${value > 0 ? bars[at] : ''}`}
                    style={{
                      height: highest > 0 ? `${(100 * value) / highest}%` : 0,
                      minHeight: value > 0 ? 2 : 0,
                    }}
                  />
                ))}
                <span className="numbers absolute top-full left-1/2 mt-1 -translate-x-1/2 text-xs whitespace-nowrap text-muted">
                  {tick}
                </span>
              </div>
            ))}
          </div>
        </div>
      )}
      <div className={isTable ? 'mt-3 max-h-80 overflow-y-auto' : 'sr-only'}>
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1 text-left font-medium text-muted">
                {unit}
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="py-1 text-right font-medium text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, values }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {values.map((value, at) => (
                  <td key={series[at]} className="numbers py-1 text-right">
                    {format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
