import { receipts } from '@kirana/contract/receipts'
import { createFileRoute, Link } from '@tanstack/react-router'
import { asPage } from '#/lib/address.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { ReceiptForm } from './-receipts/form.tsx'
import { ReceiptList } from './-receipts/list.tsx'

export const Route = createFileRoute('/admin/stock_/receipts')({
  // Imports nothing, because this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: Receipts,
})

/** Receipts of goods: a form for a new one, and the list of earlier ones. */
function Receipts() {
  const page = asPage(Route.useSearch().page)
  const navigate = Route.useNavigate()
  const mayReceive = useAllowed(receipts.add)
  const staffId = useSession('staff')?._id ?? ''
  return (
    <>
      <PageHeader title="Receive goods">
        <Link
          to="/admin/stock"
          search={{ page: 1, filter: '', search: '' }}
          className={buttonVariants({ variant: 'outline' })}
        >
          Stock
        </Link>
      </PageHeader>
      <div className="flex flex-col gap-4">
        {mayReceive && <ReceiptForm key={staffId} staffId={staffId} />}
        <ReceiptList
          page={page}
          onPage={(next, replace) =>
            void navigate({ search: next > 1 ? { page: String(next) } : {}, replace })
          }
        />
      </div>
    </>
  )
}
