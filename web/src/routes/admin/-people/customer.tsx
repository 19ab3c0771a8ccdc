import { orders, type OrderRow } from '@kirana/contract/orders'
import type { Customer } from '@kirana/contract/users'
import { PAGE_SIZE } from '@kirana/domain/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { read } from '#/lib/api.ts'
import { formatDateTimeOr, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { WaitingNote } from '#/components/approvals/lazy.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { History } from '#/components/journal/lazy.ts'
import type { Column } from '#/components/tables/data-table.tsx'
import { EmailText } from '#/components/tables/email-text.tsx'
import { PagedTable } from '#/components/tables/paged-table.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { AddressList } from './addresses.tsx'
import { Balances } from './balances.tsx'
import { Section } from './section.tsx'

/** Parts and dialogs that load after the page. */
const ClaimsOf = lazyComponent(async () => (await import('../-claims/of.tsx')).ClaimsOf)
const CustomerMessages = lazyComponent(async () => (await import('./customer-messages.tsx')).CustomerMessages)
const Notes = lazyComponent(async () => (await import('./notes.tsx')).Notes)
const WalletEntries = lazyComponent(async () => (await import('./wallet-entries.tsx')).WalletEntries)
const AddCoins = lazyComponent(async () => (await import('./add-coins.tsx')).AddCoins)
const SendNotification = lazyComponent(async () => (await import('./send-notification.tsx')).SendNotification)
const PersonalData = lazyComponent(async () => (await import('./personal-data.tsx')).PersonalData)
const dialogs = { coins: AddCoins, notification: SendNotification, personalData: PersonalData }

type DialogKind = keyof typeof dialogs

type Paging = { page: number; onPage: (page: number, replace: boolean) => void }
type Props = Paging & { customer: Customer; orderColumns: readonly Column<OrderRow>[] }
type OrdersProps = Paging & { userId: string; columns: readonly Column<OrderRow>[] }

const waiting = <div className="skeleton h-20" />

/** Everything about a customer: orders, notes and messages, wallet, addresses. */
export function CustomerPage({ customer, orderColumns, page, onPage }: Props) {
  const [dialog, setDialog] = useState<{ kind: DialogKind; open: boolean } | null>(null)
  const { _id: userId, isErased } = customer
  const may = {
    orders: useAllowed(orders.list),
    coins: useAllowed({ can: 'wallet.coins' }),
    messages: useAllowed({ can: 'messages' }),
    claims: useAllowed({ can: 'claims' }),
  }
  const Shown = dialog && dialogs[dialog.kind]
  const open = (kind: DialogKind) => setDialog({ kind, open: true })
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <Facts customer={customer}>
        <Actions customer={customer} open={open} />
      </Facts>
      <div className="flex min-w-0 flex-col gap-4">
        {may.orders && <Orders userId={userId} columns={orderColumns} page={page} onPage={onPage} />}
        <Section title="Addresses">
          <AddressList user={customer} />
        </Section>
        <Section title="Wallet history">
          <WalletEntries userId={userId} fallback={waiting} />
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Section
          title="Wallet"
          action={
            may.coins && (
              <Button size="small" disabled={isErased} onClick={() => open('coins')}>
                <Plus aria-hidden />
                Add Coins
              </Button>
            )
          }
        >
          <Balances wallet={customer.wallet} />
          <WaitingNote subject={userId} className="mt-3" />
        </Section>
        {may.claims && <ClaimsOf of={{ customer: userId }} />}
        <Section title="Notes">
          <Notes userId={userId} isErased={isErased} fallback={waiting} />
        </Section>
        {may.messages && (
          <Section title="Messages">
            <CustomerMessages userId={userId} fallback={waiting} />
          </Section>
        )}
        <History objectId={userId} customers />
      </div>
      {Shown && (
        <Shown
          key={dialog.kind}
          user={customer}
          open={dialog.open}
          onOpenChange={(isOpen) => setDialog({ ...dialog, open: isOpen })}
        />
      )}
    </div>
  )
}

/** Actions of staff for the customer. */
function Actions({ customer, open }: { customer: Customer; open: (kind: DialogKind) => void }) {
  const { _id: userId, isErased } = customer
  const mayPlace = useAllowed({ can: 'orders.write' })
  const mayPush = useAllowed({ can: 'push' })
  const mayErase = useAllowed({ can: 'customers.write' })
  return (
    <>
      {mayPlace && !isErased && (
        <Link
          to="/admin/order/new"
          search={{ list: '', customer: userId }}
          className={buttonVariants({ variant: 'outline' })}
        >
          Place order
        </Link>
      )}
      {mayPush && (
        <Button
          variant="outline"
          disabled={customer.fcmToken === ''}
          title={customer.fcmToken === '' ? 'This customer gets no notifications' : undefined}
          onClick={() => open('notification')}
        >
          Send notification
        </Button>
      )}
      {mayErase && (
        <Button variant="outline" disabled={isErased} onClick={() => open('personalData')}>
          Personal data
        </Button>
      )}
    </>
  )
}

/** The customer's orders, a page at a time. */
function Orders({ userId, columns, page, onPage }: OrdersProps) {
  const query = useQuery({
    ...read(orders.list, { params: { page }, query: { customer: userId } }),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      name="Orders"
      query={query}
      columns={columns}
      page={page}
      size={PAGE_SIZE.orders}
      onPage={onPage}
      about="The customer has not ordered yet."
      toolbar={
        <>
          <h2 className="text-lg font-semibold">Orders</h2>
          <Link
            to="/admin/orders"
            search={{ customer: userId }}
            className={buttonVariants({ variant: 'text', size: 'small' })}
          >
            Filter and export
          </Link>
        </>
      }
    />
  )
}

/** Key facts about the customer. */
function Facts({ customer, children }: { customer: Customer; children: ReactNode }) {
  const { phone, email, customerId, registeredAt, totalPayment, referCode, isErased } = customer
  const facts: [name: string, value: ReactNode][] = [
    ['Phone', isErased ? 'Erased' : <PhoneLink key="phone" phone={phone} />],
    ['Email', <EmailText key="email" email={email || 'NIL'} />],
    ['Total payment', rupees(totalPayment)],
    ['Customer since', formatDateTimeOr(registeredAt, '')],
    ['Customer ID', customerId],
    ['Referral code', referCode],
  ]
  return (
    <section aria-label="Customer" className="card flex flex-wrap items-center gap-4 px-4 py-3 xl:col-span-2">
      <dl className="flex min-w-0 flex-1 basis-full flex-wrap gap-x-8 gap-y-3 md:basis-0">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="numbers font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
