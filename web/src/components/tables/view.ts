/** `shown`: ids of the extra columns that the user selected. */
export type TableView = { isDense: boolean; hidden: readonly string[]; shown?: readonly string[] }

type Shown = { id: string; isExtra?: boolean }

/** Whether a column is visible: an extra one if it was selected, any other unless it was hidden. */
export const isShown = ({ hidden, shown = [] }: TableView, { id, isExtra = false }: Shown) =>
  isExtra ? shown.includes(id) : !hidden.includes(id)
