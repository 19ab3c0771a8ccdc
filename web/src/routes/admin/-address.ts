import type { Address } from '@kirana/contract/address'
import { formatPhone } from '#/lib/format.ts'

/** House and street in one line, then where that is; empty parts left out. */
export const addressLines = ({ houseNo, street, landmark, city, state, pincode }: Address) =>
  [
    [houseNo, street].filter(Boolean).join(', '),
    landmark,
    [[city, pincode].filter(Boolean).join(' '), state].filter(Boolean).join(', '),
  ].filter(Boolean)

/** The same on one line. Riders know which state they are in. */
export const addressLine = (address: Address) => addressLines({ ...address, state: '' }).join(', ')

/** Name, address and phone, as they are pasted into a message. */
export const wholeAddress = (address: Address) =>
  [address.fullName, ...addressLines(address), formatPhone(address.phone)].filter(Boolean).join('\n')
