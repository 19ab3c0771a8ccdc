import type { HistoryRow } from '@kirana/contract/audit'
import { To } from './timeline.tsx'

type Changes = HistoryRow['changes']

/** Further fields are collapsed. */
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

/** Old and new value of each field. Amounts are in paise, as in the audit log. */
export function FieldChanges({ changes }: { changes: Changes }) {
  if (changes.length <= SHOWN) return <List changes={changes} />
  return (
    <details>
      <summary className="text-sm">{changes.length} fields</summary>
      <List changes={changes} />
    </details>
  )
}
