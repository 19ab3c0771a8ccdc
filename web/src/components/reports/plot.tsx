import { useState, type KeyboardEvent } from 'react'
import { bars, type ChartProps } from './chart.ts'
import { ticksUpTo } from './ticks.ts'

/** A column as text: '18:00, 12 orders, 10 before'. */
const sentenceOf = (
  { series, say, format, before }: ChartProps,
  { label, name = label, values, earlier }: ChartProps['columns'][number],
) =>
  [
    name,
    ...values.map((value, at) => (series.length > 1 ? `${series[at]} ${format(value)}` : say(value))),
    ...(before !== undefined && earlier !== undefined ? [`${before} ${format(earlier)}`] : []),
  ].join(', ')

/** The index of the column to which an arrow key, Home or End moves the focus; null for other keys. */
function nextOf(key: string, at: number, last: number) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key]
  return to === undefined ? null : Math.min(Math.max(to, 0), last)
}

/**
 * The columns, light grid lines at round values, and a line for the previous period. The columns are one tab stop:
 * arrow keys move between them, and the text above describes the focused or hovered column.
 */
export function Plot(props: ChartProps) {
  const { title, columns, format } = props
  const [current, setCurrent] = useState(0)
  const [shown, setShown] = useState<number | null>(null)
  const ticks = ticksUpTo(Math.max(0, ...columns.flatMap(({ values, earlier = 0 }) => [...values, earlier])))
  const top = ticks.at(-1) ?? 1
  const percent = (value: number) => `${(100 * value) / top}%`
  const move = (event: KeyboardEvent<HTMLDivElement>, at: number) => {
    const to = nextOf(event.key, at, columns.length - 1)
    if (to === null) return
    event.preventDefault()
    const column = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=img]')[to]
    column?.focus()
  }
  const read = shown === null ? undefined : columns[shown]
  return (
    <div className="mt-3">
      <p aria-hidden className="numbers min-h-6 text-sm text-muted">
        {read && sentenceOf(props, read)}
      </p>
      <div className="mt-2 flex gap-2">
        <div aria-hidden className="numbers relative h-40 text-right text-xs text-muted">
          {ticks.map((tick) => (
            <div key={tick}>
              {/* Reserves the width of the visible text, which is positioned absolutely. */}
              <p className="invisible h-0">{format(tick)}</p>
              <p className="absolute right-0" style={{ bottom: `calc(${percent(tick)} - 0.5rem)` }}>
                {format(tick)}
              </p>
            </div>
          ))}
        </div>
        <div role="group" aria-label={title} className="relative flex min-w-0 flex-1">
          {ticks.map((tick) => (
            <div
              key={tick}
              aria-hidden
              className={`pointer-events-none absolute inset-x-0 border-t ${tick === 0 ? 'border-line-strong' : 'border-line'}`}
              style={{ bottom: percent(tick) }}
            />
          ))}
          {columns.map((column, at) => (
            <div
              key={column.label}
              role="img"
              aria-label={sentenceOf(props, column)}
              // The arrow keys move among the columns.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={at === Math.min(current, columns.length - 1) ? 0 : -1}
              onFocus={() => {
                setCurrent(at)
                setShown(at)
              }}
              onBlur={() => setShown(null)}
              onPointerEnter={() => setShown(at)}
              onPointerLeave={() => setShown(null)}
              onKeyDown={(event) => move(event, at)}
              className="relative flex h-40 min-w-0 flex-1 items-end justify-center gap-px px-px hover:bg-ink/5"
            >
              {column.values.map((value, index) => (
                <div
                  key={props.series[index]}
                  className={`pointer-events-none max-w-6 min-w-0 flex-1 rounded-t-[3px] ${value > 0 ? bars[index] : ''}`}
                  style={{ height: percent(value), minHeight: value > 0 ? 2 : 0 }}
                />
              ))}
              <span className="numbers absolute top-full left-1/2 mt-1 -translate-x-1/2 text-xs whitespace-nowrap text-muted">
                {column.tick}
              </span>
            </div>
          ))}
          <Line columns={columns} top={top} />
        </div>
      </div>
    </div>
  )
}

/** A line through the values of the previous period, from the middle of one column to the next. */
function Line({ columns, top }: Pick<ChartProps, 'columns'> & { top: number }) {
  const points = columns.flatMap(({ earlier }, at) =>
    earlier === undefined ? [] : [`${at + 0.5},${100 - (100 * earlier) / top}`],
  )
  if (points.length === 0) return null
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${columns.length} 100`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 h-full w-full text-muted"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
