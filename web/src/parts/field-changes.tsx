import type { HistoryRow } from '@kirana/contract/audit'
import { To } from './timeline.tsx'

type Changes = HistoryRow['changes']

/** More fields than this are folded away. */
const SHOWN = 4

const List = ({ changes }: { changes: Changes }) => (
  <ul className="text-sm md:min-w-44">
    {changes.map(({ field, before, after }) => (
      <li key={field} className="wrap-anywhere">
        <span className="text-muted">{field}:</span> {before !== null && (before || '(empty)')}
        {before !== null && <To />}
        {after === null ? '(none)' : after || '(empty)'}
      </li>
    ))}
  </ul>
)

/** Field by field, what was and what is. Amounts are as the log keeps them, in paise. */
export function FieldChanges({ changes }: { changes: Changes }) {
  if (changes.length <= SHOWN) return <List changes={changes} />
  return (
    <details>
      <summary className="text-sm">{changes.length} fields</summary>
      <List changes={changes} />
    </details>
  )
}
