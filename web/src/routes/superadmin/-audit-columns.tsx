import type { AuditRow } from '@kirana/contract/audit'
import { formatDateTime } from '#/lib/format.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import type { Column } from '#/components/tables/data-table.tsx'
import { FieldChanges } from '#/components/journal/field-changes.tsx'

type Narrow = (by: { person: string } | { object: string }) => void

const filterClass = 'text-left font-medium underline-offset-2 hover:underline coarse:min-h-11'

/** Shortens a UUID to its end: ids of the same hour share their beginning. */
const short = (id: string) => (/^[\da-f-]{36}$/.test(id) ? `…${id.slice(-8)}` : id)

/** Person and object cells are buttons that filter the log by them. */
export const auditColumns = (narrow: Narrow): Column<AuditRow>[] => [
  {
    id: 'at',
    header: 'Date',
    cell: ({ at }) => (
      <time dateTime={at} className="numbers whitespace-nowrap">
        {formatDateTime(new Date(at))}
      </time>
    ),
  },
  {
    id: 'person',
    header: 'Person',
    cell: ({ person, personId, role }) => (
      <>
        {personId ? (
          <button
            type="button"
            className={filterClass}
            title={`Only what ${person} did`}
            onClick={() => narrow({ person: personId })}
          >
            {person}
          </button>
        ) : (
          'Nobody signed in'
        )}
        <p className="text-xs text-muted">{role}</p>
      </>
    ),
  },
  {
    id: 'what',
    header: 'What',
    phone: 'title',
    cell: ({ what, call }) => (
      <>
        <p>{what}</p>
        <p className="text-xs font-normal text-muted">{call}</p>
      </>
    ),
  },
  {
    id: 'object',
    header: 'Object',
    cell: ({ object }) =>
      object && (
        <button
          type="button"
          className={`numbers ${filterClass} ${object === short(object) ? 'break-all' : 'whitespace-nowrap'}`}
          title={`Only what was done to ${object}`}
          onClick={() => narrow({ object })}
        >
          {short(object)}
        </button>
      ),
  },
  {
    id: 'changes',
    header: 'Changes',
    cell: ({ changes }) => (changes.length > 0 ? <FieldChanges changes={changes} /> : '–'),
  },
  {
    id: 'request',
    header: 'Request',
    cell: ({ requestId }) => (
      <span className="numbers flex items-center gap-1 whitespace-nowrap" title={requestId}>
        {short(requestId)}
        <CopyButton text={requestId} what={`request ${short(requestId)}`} />
      </span>
    ),
  },
]
