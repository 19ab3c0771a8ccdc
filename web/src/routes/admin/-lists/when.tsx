import { formatDateTimeOr } from '#/lib/format.ts'

/** Date and time; in wide tables the time has its own line. */
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
