import type { GstMonth } from '@kirana/contract/gst'
import { Link } from '@tanstack/react-router'
import { counted } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'

type Warning = GstMonth['warnings'][number]

const link = 'underline decoration-line-strong underline-offset-2 coarse:inline-block coarse:min-h-11'

/** A link to the form for the missing rate or code; plain text if the role may not open it. */
function Mend({ warning: { product, productId, chargeId } }: { warning: Warning }) {
  const opens = useOpensScreen()
  if (productId !== null && opens('/admin/product/edit/'))
    return (
      <Link to="/admin/product/edit/$productId" params={{ productId }} className={link}>
        {product}
      </Link>
    )
  if (chargeId !== null && opens('/admin/charges'))
    return (
      <Link to="/admin/charges" search={{ tax: 'missing' }} className={link}>
        {product}
      </Link>
    )
  return product
}

/**
 * Tax data that was missing when the month's invoices were issued and is still missing. Warnings do not block exports.
 */
export function Warnings({ warnings }: Pick<GstMonth, 'warnings'>) {
  const opens = useOpensScreen()
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="warnings" className="card px-4 py-4 sm:px-5">
      <h2 id="warnings" className="text-lg font-semibold">
        Something is missing
      </h2>
      <p className="mt-1 text-sm text-muted">
        Issued invoices stay as they are. Enter what is missing: the next invoices have it, and the warning
        goes away.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {warnings.map((warning) => {
          const { number, orderId, orderNumber, product, missing, documents } = warning
          return (
            <li key={product} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="wrap-anywhere">
                <Mend warning={warning} />: no {missing}
              </span>
              <span className="numbers text-sm">
                {documents > 1 && `${counted(documents, 'invoice')}, the last `}
                {number} ·{' '}
                {opens('/admin/order/get/') ? (
                  <Link
                    to="/admin/order/get/$orderId"
                    params={{ orderId }}
                    className={`whitespace-nowrap ${link}`}
                  >
                    {orderNumber}
                  </Link>
                ) : (
                  orderNumber
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
