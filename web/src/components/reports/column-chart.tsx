import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { bars, type ChartProps } from './chart.ts'
import { Plot } from './plot.tsx'

/**
 * A column chart with a table of the same numbers. Screen readers always get the table; a button shows it on screen.
 * Uses plain elements instead of a chart library.
 */
export function ColumnChart(props: ChartProps) {
  const { title, unit, series, columns, format, before } = props
  const [isTable, setTable] = useState(false)
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
        {before !== undefined && (
          <span className="flex items-center gap-1.5 text-sm text-muted">
            <span aria-hidden className="w-4 border-t-2" />
            {before}
          </span>
        )}
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
      {!isTable && <Plot {...props} />}
      <div className={isTable ? 'mt-3 max-h-80 overflow-y-auto' : 'sr-only'}>
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1 text-left font-medium text-muted">
                {unit}
              </th>
              {[...series, ...(before === undefined ? [] : [before])].map((name) => (
                <th key={name} scope="col" className="py-1 text-right font-medium text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, values, earlier }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {values.map((value, at) => (
                  <td key={series[at]} className="numbers py-1 text-right">
                    {format(value)}
                  </td>
                ))}
                {before !== undefined && (
                  <td className="numbers py-1 text-right">{earlier === undefined ? '' : format(earlier)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
