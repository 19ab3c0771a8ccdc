import { dayInKolkata, formatDay } from '@kirana/domain/calendar'
import { useId } from 'react'
import { type Choose, Entry, type EntryRow } from './entry.tsx'

const DAY_IN_MS = 86_400_000

/** 'Today', 'Yesterday' or '21 Nov 2026'. */
function dayWords(day: string) {
  const now = Date.now()
  if (day === dayInKolkata(new Date(now))) return 'Today'
  return day === dayInKolkata(new Date(now - DAY_IN_MS)) ? 'Yesterday' : formatDay(day)
}

type More = {
  heading: 'h2' | 'h3'
  choose?: Choose
  /** The object whose screen this is. Its name is not a link. */
  shown?: string
}
type DayProps = More & { day: string; rows: readonly EntryRow[] }

function Day({ day, rows, heading: Heading, ...more }: DayProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="bg-sunken px-4 py-1.5 text-sm font-semibold text-muted sm:px-5">
        {dayWords(day)}
      </Heading>
      <ol className="divide-y divide-line">
        {rows.map((row) => (
          <Entry key={row._id} entry={row} {...more} />
        ))}
      </ol>
    </section>
  )
}

/** Actions, newest first as given, grouped by day in Asia/Kolkata. */
export const Entries = ({ rows, ...more }: More & { rows: readonly EntryRow[] }) =>
  [...Map.groupBy(rows, ({ at }) => dayInKolkata(new Date(at)))].map(([day, ofDay]) => (
    <Day key={day} day={day} rows={ofDay} {...more} />
  ))
