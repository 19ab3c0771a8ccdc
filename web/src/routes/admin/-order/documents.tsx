import type { Order } from '@kirana/contract/orders'
import { formatDateTime } from '#/lib/format.ts'
import { buttonVariants } from '#/ui/button.tsx'

const names = { invoice: 'Invoice', 'credit-note': 'Credit Note', challan: 'Delivery Challan' }

/** The documents of an order. Renders nothing without a credit note, because the invoice alone has its own button. */
export function OrderDocuments({ documents }: Pick<Order, 'documents'>) {
  if (documents.every(({ kind }) => kind !== 'credit-note')) return null
  return (
    <section aria-labelledby="documents" className="card px-4 py-3 sm:px-5">
      <h2 id="documents" className="text-lg font-semibold">
        Invoices and credit notes
      </h2>
      <ul className="divide-y divide-line">
        {documents.map(({ kind, number, at, link }) => (
          <li key={link} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <p className="font-medium">{names[kind]}</p>
              <p className="numbers text-sm text-muted">{formatDateTime(new Date(at))}</p>
            </div>
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              aria-label={`${number}, ${names[kind]}, opens in a new tab`}
              className={`numbers ${buttonVariants({ variant: 'outline', size: 'small' })}`}
            >
              {number}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
