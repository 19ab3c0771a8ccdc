export type ChartColumn = {
  /** The label in the table: 'Sunday, 15 Nov 2026'. */
  label: string
  /** The label below the column; '' if it does not fit. */
  tick: string
  /** The name for screen readers: '18:00'. Default: `label`. */
  name?: string
  /** One value for each series. */
  values: readonly number[]
  /** The value of the previous period. */
  earlier?: number | undefined
}

export type ChartProps = {
  title: string
  /** The unit of the labels: 'Hour', 'Day'. */
  unit: string
  /**
   * The names of one or two series. The first is filled, the second is outlined, so that they differ without colour.
   */
  series: readonly [string] | readonly [string, string]
  columns: readonly ChartColumn[]
  format: (value: number) => string
  /** A value in words: '12 orders'. */
  say: (value: number) => string
  /** The name of the line, if the columns have values of the previous period. */
  before?: string | undefined
}

/** Classes of the columns of each series. */
export const bars = ['bg-brand', 'border border-b-0 border-ink/60 bg-transparent']
