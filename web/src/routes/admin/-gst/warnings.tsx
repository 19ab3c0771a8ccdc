import type { GstMonth } from '@kirana/contract/gst'
import { Link } from '@tanstack/react-router'
import { useOpensScreen } from '#/lib/session/allowed.ts'

const link = 'underline decoration-line-strong underline-offset-2'

/** What is missing in the month's invoices: it warns and blocks nothing. Issued invoices keep what they say. */
export function Warnings({ warnings }: Pick<GstMonth, 'warnings'>) {
  const opens = useOpensScreen()
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="warnings" className="card px-4 py-4 sm:px-5">
      <h2 id="warnings" className="text-lg font-semibold">
        Something is missing
      </h2>
      <p className="mt-1 text-sm text-muted">
        Issued invoices stay as they are. Enter rates and HSN codes with the products, and the next invoices
        have them.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {warnings.map(({ number, orderId, orderNumber, product, missing }, i) => (
          // A document may name the same product twice.
          <li key={`${number} ${i}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="wrap-anywhere">
              {product}: no {missing}
            </span>
            <span className="numbers text-sm">
              {number} ·{' '}
              {opens('/admin/order/get/') ? (
                <Link to="/admin/order/get/$orderId" params={{ orderId }} className={link}>
                  {orderNumber}
                </Link>
              ) : (
                orderNumber
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
