import { gst, type GstMonth } from '@kirana/contract/gst'
import { urlOf } from '@kirana/contract/wire/request'
import { formatDay } from '@kirana/domain/calendar'
import { Download } from 'lucide-react'
import { DownloadLink } from '#/components/security/download.tsx'
import { useAllowed } from '#/lib/session/allowed.ts'
import { buttonVariants } from '#/ui/button.tsx'

const files = [
  { route: gst.gstr1, name: 'GSTR-1 (JSON)', note: 'For the portal: Returns, GSTR-1, Prepare offline.' },
  { route: gst.workbook, name: 'Workbook', note: 'A sheet for each table below.' },
  { route: gst.register, name: 'Sales Register', note: 'CSV: one row for each item of an invoice or note.' },
  { route: gst.tally, name: 'Tally Vouchers', note: 'XML: one voucher for each invoice or note.' },
]

/** The links to the files; `gstin` is '' if the return has a single number. */
const Links = ({ month, gstin }: { month: string; gstin: string }) => (
  <ul className="mt-2 grid gap-3 sm:grid-cols-2">
    {files.map(({ route, name, note }) => (
      <li key={name} className="flex flex-col items-start gap-1">
        <DownloadLink
          className={buttonVariants({ variant: 'outline' })}
          href={urlOf(route.path, { params: { month }, query: { gstin } })}
          route={route}
        >
          <Download aria-hidden />
          {name}
        </DownloadLink>
        <span className="text-sm text-muted">{note}</span>
      </li>
    ))}
  </ul>
)

/**
 * The files of a month or quarter for the portal and the accountant, for each GST number of its documents. None are
 * offered while the equation does not hold, or if the documents were not issued by a regular company.
 */
export function Files({
  month: { month, equation, registration, gstins, version, schema, versionChecked },
}: {
  month: GstMonth
}) {
  const mayExport = useAllowed(gst.register)
  if (!mayExport) return null
  return (
    <section aria-labelledby="files" className="card px-4 py-4 sm:px-5">
      <h2 id="files" className="text-lg font-semibold">
        Files
      </h2>
      {gstins.length === 0 ? (
        <p className="mt-2">
          {registration === 'regular'
            ? 'Files can be exported only with a valid GST number in Company Settings.'
            : 'Files can be exported only if the GST registration in Company Settings is Regular.'}
        </p>
      ) : !equation.holds ? (
        <p className="mt-2">There are none until everything adds up.</p>
      ) : gstins.length === 1 ? (
        <Links month={month} gstin="" />
      ) : (
        <>
          <p className="mt-2">
            The documents have {gstins.length} GST numbers. Each number has its own files; the tables on this
            page add them up.
          </p>
          {gstins.map((gstin) => (
            <section key={gstin} aria-label={`Files of ${gstin}`} className="mt-4">
              <h3 className="font-medium">GST number {gstin}</h3>
              <Links month={month} gstin={gstin} />
            </section>
          ))}
        </>
      )}
      {gstins.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          GSTR-1 follows version {version} of the portal’s offline tool. Schema: {schema}. Checked on{' '}
          {formatDay(versionChecked)}. Do not upload this file with a later version of the tool: later
          versions are not supported.
        </p>
      )}
    </section>
  )
}
