import type { User } from '@kirana/contract/users'
import { MapPinOff } from 'lucide-react'
import { CopyButton } from '#/components/tables/copy-button.tsx'
import { PhoneLink } from '#/components/tables/phone-link.tsx'
import { EmptyState } from '#/components/feedback/states.tsx'
import { AddressText } from './address-text.tsx'
import { wholeAddress } from './address.ts'

/** A customer's delivery addresses, as cards. */
export const AddressList = ({ user }: { user: Pick<User, 'address'> }) =>
  user.address.length === 0 ? (
    <EmptyState icon={<MapPinOff size={22} />} about="The customer adds addresses in the app." />
  ) : (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {user.address.map((address) => (
        <li key={address._id} className="flex gap-2 rounded-card border border-line p-4">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <AddressText address={address} />
            {address.phone && (
              <span>
                <PhoneLink phone={address.phone} />
              </span>
            )}
          </div>
          <CopyButton text={wholeAddress(address)} what="address" />
        </li>
      ))}
    </ul>
  )
