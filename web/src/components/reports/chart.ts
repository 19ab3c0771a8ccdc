export type ChartColumn = {
  /** In the table: 'Sunday, 15 Nov 2026'. */
  label: string
  /** The label below the column; '' if there is no room for it. */
  tick: string
  /** Its name when it is read out: '18:00'; by default the label. */
  name?: string
  /** One value for each series. */
  values: readonly number[]
  /** The value of the period before. */
  earlier?: number | undefined
}

export type ChartProps = {
  title: string
  /** What the labels are: 'Hour', 'Day'. */
  unit: string
  /** The names of one or two series. The first is filled, the second an outline, so that no colour is needed. */
  series: readonly [string] | readonly [string, string]
  columns: readonly ChartColumn[]
  format: (value: number) => string
  /** A value in words: '12 orders'. */
  say: (value: number) => string
  /** The name of the line, where columns have values of the period before. */
  before?: string | undefined
}

/** How the columns of each series are filled. */
export const bars = ['bg-brand', 'border border-b-0 border-ink/60 bg-transparent']
