import { approvals } from '@kirana/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { formatDateTimeOr } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { titleOf } from './words.ts'

/** Open requests for approval about this order or customer. Renders nothing if there are none. */
export function WaitingNote({ subject, className = '' }: { subject: string; className?: string }) {
  const { data = [] } = useQuery(read(approvals.about, { params: { id: subject } }))
  const seesAll = useOpensScreen()('/admin/approvals')
  return (
    data.length > 0 && (
      <ul
        aria-label="Waiting for approval"
        className={`space-y-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn ${className}`}
      >
        {data.map((row) => (
          <li key={row._id} className="numbers wrap-anywhere">
            {titleOf(row)}: asked by {row.askedBy}, {formatDateTimeOr(row.dateAndTime, '')}.{' '}
            <Link
              to="/admin/approvals/$"
              params={{ _splat: seesAll ? '' : 'own' }}
              className="font-medium underline underline-offset-2"
            >
              Waiting for approval
            </Link>
          </li>
        ))}
      </ul>
    )
  )
}
