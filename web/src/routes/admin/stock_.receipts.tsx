import { receipts } from '@kirana/contract/receipts'
import { createFileRoute, Link, stripSearchParams } from '@tanstack/react-router'
import { asPage } from '#/lib/address.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { ReceiptForm } from './-receipts/form.tsx'
import { ReceiptList } from './-receipts/list.tsx'

export const Route = createFileRoute('/admin/stock_/receipts')({
  validateSearch: (address: Record<string, unknown>) => ({ page: asPage(address.page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: Receipts,
})

/** Goods that come in: a receipt is scanned and typed, and earlier ones are listed. */
function Receipts() {
  const { page } = Route.useSearch()
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
          onPage={(next, replace) => void navigate({ search: { page: next }, replace })}
        />
      </div>
    </>
  )
}
