import type { GstMonth } from '@kirana/contract/gst'
import { stateName } from '@kirana/domain/states'
import { rupees } from '#/lib/format.ts'

const headers = ['Rate', 'Place of supply', 'Taxable value', 'CGST', 'SGST', 'IGST', 'With tax']

/** Taxable values and taxes by rate and place of supply, net of credit notes. */
export function Rates({ rates }: Pick<GstMonth, 'rates'>) {
  return (
    <section aria-labelledby="rates" className="card px-4 py-4 sm:px-5">
      <h2 id="rates" className="text-lg font-semibold">
        By rate
      </h2>
      {rates.length === 0 ? (
        <p className="mt-2 text-muted">No invoice of this month has a known rate yet.</p>
      ) : (
        // Focusable, so that the keyboard can scroll it on a phone.
        <div role="group" aria-labelledby="rates" tabIndex={0} className="mt-2 overflow-x-auto">
          <table className="numbers w-full min-w-160 text-right">
            <thead className="text-sm text-muted">
              <tr className="border-b border-line">
                {headers.map((header, i) => (
                  <th
                    key={header}
                    scope="col"
                    className={`px-2 py-2 font-medium ${i < 2 ? 'text-left' : ''}`}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rates.map(({ rate, place, taxable, cgst, sgst, igst, value }) => (
                <tr key={`${rate} ${place}`} className="border-b border-line last:border-0">
                  <th scope="row" className="px-2 py-2 text-left font-medium">
                    {rate === 0 ? 'Nil' : `${rate} %`}
                  </th>
                  <td className="px-2 py-2 text-left">
                    {place ? `${stateName(place) ?? ''} (${place})` : 'Unknown'}
                  </td>
                  {[taxable, cgst, sgst, igst, value].map((amount, i) => (
                    <td key={headers[i + 2]} className="px-2 py-2">
                      {rupees(amount)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
