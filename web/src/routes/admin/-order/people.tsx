import type { Order } from '@kirana/contract/orders'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatPhone } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { EmailText } from '#/components/tables/email-text.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { wholeAddress } from '../-people/address.ts'
import { AddressText } from '../-people/address-text.tsx'
import { Section } from '../-people/section.tsx'

/** Customer and delivery address. */
export function OrderPeople({ order: { user, address } }: { order: Order }) {
  const opens = useOpensScreen()
  return (
    <>
      <Section title="Deliver to" action={<CopyButton text={wholeAddress(address)} what="address" />}>
        <AddressText address={address} />
        {address.phone && address.phone !== user.phone && (
          <Fact name="Phone" copy={address.phone} what="phone at the door">
            <PhoneLink phone={address.phone} />
          </Fact>
        )}
      </Section>
      <Section title="Customer">
        <Fact name="Name" copy={user.fullName} what="name">
          {opens('/admin/users/') ? (
            <Link
              to="/admin/users/$userId"
              params={{ userId: user._id }}
              className="inline-block max-w-full py-0.5 font-medium wrap-anywhere underline decoration-line-strong underline-offset-2 hover:decoration-current coarse:py-2.5"
            >
              {user.fullName || formatPhone(user.phone)}
            </Link>
          ) : (
            <span className="font-medium">{user.fullName}</span>
          )}
        </Fact>
        <Fact name="Phone" copy={user.phone} what="phone">
          <PhoneLink phone={user.phone} />
        </Fact>
        {user.email && (
          <Fact name="Email" copy={user.email} what="email">
            <a
              href={`mailto:${user.email}`}
              className="underline decoration-line-strong underline-offset-2 coarse:py-2.5"
            >
              <EmailText email={user.email} />
            </a>
          </Fact>
        )}
        <Fact name="Customer ID" copy={user.customerId} what="customer ID">
          {user.customerId}
        </Fact>
        {user.country && <Fact name="Country">{user.country}</Fact>}
      </Section>
    </>
  )
}

type FactProps = { name: string; copy?: string; what?: string; children: ReactNode }

const Fact = ({ name, copy, what = '', children }: FactProps) => (
  <div className="flex min-h-8 items-center gap-2">
    <span className="w-22 shrink-0 text-sm text-muted">{name}</span>
    <span className="numbers min-w-0 flex-1 break-words">{children}</span>
    {copy && <CopyButton text={copy} what={what} />}
  </div>
)
