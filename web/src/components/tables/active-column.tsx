import { FlagBadge } from './badges.tsx'
import type { Column } from './data-table.tsx'

type Row = { isActive: boolean }

/** Shows whether a record is active. */
export const activeColumn: Column<Row> = {
  id: 'isActive',
  header: 'Active/Inactive',
  phone: 'end',
  cell: ({ isActive }) => <FlagBadge on={isActive} words={['Active', 'Inactive']} />,
}

/** `activeColumn` for tables that can be sorted by it. */
export const sortedActiveColumn: Column<Row> = {
  ...activeColumn,
  sort: { key: 'state', kind: 'text', by: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
}
