import type { HistoryRow } from '@kirana/contract/audit'
import { formatTime } from '@kirana/domain/calendar'
import { Filter } from 'lucide-react'
import { addressOfFile } from '#/lib/file-address.ts'
import { count } from '#/lib/format.ts'
import { ObjectLink, useOpens } from './object-link.tsx'
import { To } from './to.tsx'

/** If an action changed more fields than this, only the first ones are shown. */
const MOST = 6
const FIRST = 4

type Change = HistoryRow['changes'][number]

const value = (text: string) => text || 'not set'

const Changed = ({ changes }: { changes: readonly Change[] }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
    {changes.map(({ field, before, after }) => (
      <li key={field} className="min-w-0 wrap-anywhere">
        <span className="text-muted">{field}</span>{' '}
        {before !== null && (
          <>
            <span className="text-muted">{value(before)}</span>
            <To />
          </>
        )}
        {value(after)}
      </li>
    ))}
  </ul>
)

/** Old and new value of each field. */
const Changes = ({ changes }: { changes: readonly Change[] }) => {
  if (changes.length === 0) return null
  const first = changes.length <= MOST ? changes.length : FIRST
  const more = changes.length - first
  return (
    <>
      <Changed changes={changes.slice(0, first)} />
      {more > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-muted coarse:min-h-11">
            {count(more)} more {more === 1 ? 'field' : 'fields'}
          </summary>
          <Changed changes={changes.slice(first)} />
        </details>
      )}
    </>
  )
}

const Pictures = ({ pictures }: { pictures: HistoryRow['pictures'] }) => {
  if (pictures.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 pt-1">
      {pictures.map(({ file, isRemoved, exists }) => {
        const what = isRemoved ? 'Removed image' : 'Added image'
        return (
          <li key={`${file} ${isRemoved}`} className="flex items-center gap-1.5 text-xs text-muted">
            {exists ? (
              <a href={addressOfFile(file)} target="_blank" rel="noreferrer">
                <img
                  src={addressOfFile(file)}
                  alt={what}
                  loading="lazy"
                  className={`size-11 rounded-control border border-line object-cover ${isRemoved ? 'opacity-50' : ''}`}
                />
              </a>
            ) : (
              <span className="grid h-11 place-items-center rounded-control border border-dashed border-line-strong px-2">
                {isRemoved ? 'Image removed' : 'Image deleted since'}
              </span>
            )}
            {exists && isRemoved && <span aria-hidden>Removed</span>}
          </li>
        )
      })}
    </ul>
  )
}

export type Choose = { person: (id: string) => void; object: (id: string) => void }

export type EntryRow = Omit<HistoryRow, 'call'> & { personId?: string; object?: string }

type Props = {
  entry: EntryRow
  /** Filters the log by a person or an object. */
  choose?: Choose
  /** The object whose screen this is. Its name is not a link. */
  shown?: string
}

/** One action as a sentence: who, what, to which object, and what changed. */
export function Entry({
  entry: { at, person, personId, role, parts, changes, pictures, object },
  choose,
  shown,
}: Props) {
  const opens = useOpens()
  const about = parts.find(({ to }) => to?.id === object)
  return (
    <li className="flex gap-x-3 px-4 py-2.5 max-sm:flex-col sm:px-5">
      <time dateTime={at} className="numbers w-18 shrink-0 pt-px text-sm text-muted">
        {formatTime(new Date(at))}
      </time>
      <div className="min-w-0 flex-1 space-y-0.5">
        <p className="wrap-anywhere">
          {choose && personId ? (
            <button
              type="button"
              className="text-left font-medium underline-offset-2 hover:underline"
              title={`Only what ${person} did`}
              onClick={() => choose.person(personId)}
            >
              {person}
            </button>
          ) : (
            <span className="font-medium">{person}</span>
          )}
          {role === 'customer' && <span className="text-muted"> (customer)</span>}{' '}
          {parts.map(({ text, to }, index) =>
            to && to.id !== shown ? (
              <ObjectLink key={index} text={text} to={to} onChoose={choose?.object} />
            ) : (
              text
            ),
          )}
        </p>
        <Changes changes={changes} />
        <Pictures pictures={pictures} />
      </div>
      {choose && object && about?.to && opens(about.to) && (
        <button
          type="button"
          aria-label={`Only ${about.text}`}
          title={`Only ${about.text}`}
          className="-my-1 grid size-8 shrink-0 place-items-center self-start rounded-control text-muted hover:bg-sunken max-sm:hidden coarse:size-11"
          onClick={() => choose.object(object)}
        >
          <Filter aria-hidden size={15} />
        </button>
      )}
    </li>
  )
}
