import type { AuditRow } from '@kirana/contract/audit'
import { formatDateTime } from '#/lib/format.ts'
import { CopyButton } from '#/parts/copy-button.tsx'
import type { Column } from '#/parts/data-table.tsx'
import { FieldChanges } from '#/parts/field-changes.tsx'

type Narrow = (by: { person: string } | { object: string }) => void

const filterLook = 'text-left font-medium underline-offset-2 hover:underline coarse:min-h-11'

/** The end of an id is what tells it from others of the same hour. */
const short = (id: string) => (/^[\da-f-]{36}$/.test(id) ? `…${id.slice(-8)}` : id)

/** Person and object narrow the log to themselves. */
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
            className={filterLook}
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
          className={`numbers ${filterLook} ${object === short(object) ? 'break-all' : 'whitespace-nowrap'}`}
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
