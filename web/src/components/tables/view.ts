/** `shown` are the extra columns that were chosen. */
export type TableView = { isDense: boolean; hidden: readonly string[]; shown?: readonly string[] }

type Shown = { id: string; isExtra?: boolean }

/** Whether a column is on screen: an extra one if it was chosen, any other unless it was hidden. */
export const isShown = ({ hidden, shown = [] }: TableView, { id, isExtra = false }: Shown) =>
  isExtra ? shown.includes(id) : !hidden.includes(id)
