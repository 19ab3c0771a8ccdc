import type { GstMonth } from '@kirana/contract/gst'
import { formatDay } from '@kirana/domain/calendar'
import { counted, rupees } from '#/lib/format.ts'
import { Badge } from '#/components/tables/badges.tsx'

/** '2026-11' → 'Nov 2026' */
const monthName = (month: string) => formatDay(`${month}-01`).slice(2)

type Props = { month: GstMonth }

/** The equation of a month: invoices minus credit notes must equal the sum of the parts, exact to the paisa. */
export function Equation({ month: { from, month, equation, broken, counts, lateNotes } }: Props) {
  const { invoices, creditNotes, taxable, tax, nil, exempt, nonGst, rounding, unknown, holds } = equation
  const terms = [
    ['Invoices', invoices, ''],
    ['Credit notes', creditNotes, '−'],
    ['Taxable value', taxable, '='],
    ['Tax', tax, '+'],
    ['Nil-rated', nil, '+'],
    ['Exempt', exempt, '+'],
    ['Non-GST', nonGst, '+'],
    ...(rounding === 0 ? [] : [['Round off', rounding, '+'] as const]),
    ['Unknown rate', unknown, '+'],
  ] as const
  return (
    <section aria-labelledby="equation" className="card px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="equation" className="text-lg font-semibold">
          {from === month ? 'The month' : 'The quarter'} adds up to the paisa
        </h2>
        <Badge tone={holds ? 'ok' : 'bad'} dot>
          {holds ? 'The equation holds' : 'The equation does not hold'}
        </Badge>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-1.5 sm:max-w-md">
        {terms.map(([name, amount, sign]) => (
          <div key={name} className="contents">
            <dt className="contents">
              <span aria-hidden className="w-4 text-center text-muted">
                {sign}
              </span>
              <span>{name}</span>
            </dt>
            <dd className="numbers text-right font-medium">{rupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {counted(counts.invoices, 'invoice')} and {counted(counts.creditNotes, 'credit note')} by their date
        in India{from !== month && `, from ${monthName(from)} to ${monthName(month)}`}. Amounts below are net
        of credit notes.
        {lateNotes !== 0 &&
          ` Notes of ${rupees(lateNotes)} were issued without tax, after 30 November following the financial year of their invoices: they are not part of it.`}
      </p>
      {broken.length > 0 && (
        <>
          <p className="mt-3 font-medium text-bad">These documents do not add up:</p>
          <ul className="flex flex-wrap gap-x-4">
            {broken.map(({ number, link }) => (
              <li key={link}>
                <a
                  href={link}
                  target="_blank"
                  rel="noreferrer"
                  className="numbers underline underline-offset-2 coarse:py-2.5"
                >
                  {number}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
