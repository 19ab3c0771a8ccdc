import { formatDateTimeOr } from '#/lib/format.ts'

/** Date and time; where a table is wide, the time goes on a line of its own. */
export const When = ({ dateAndTime, date }: { dateAndTime: string; date: string }) => (
  <span className="numbers text-muted">
    {formatDateTimeOr(dateAndTime, date)
      .split(/(?<=,) /)
      .flatMap((part, index) => [
        ...(index > 0 ? [' '] : []),
        <span key={part} className="inline-block whitespace-nowrap">
          {part}
        </span>,
      ])}
  </span>
)
