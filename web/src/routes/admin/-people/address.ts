import type { Address } from '@kirana/contract/wire/address'
import { formatPhone } from '#/lib/format.ts'

/** Address lines: house and street, then the locality. Empty parts are omitted. */
export const addressLines = ({ houseNo, street, landmark, city, state, pincode }: Address) =>
  [
    [houseNo, street].filter(Boolean).join(', '),
    landmark,
    [[city, pincode].filter(Boolean).join(' '), state].filter(Boolean).join(', '),
  ].filter(Boolean)

/** The address on one line, without the state, which riders do not need. */
export const addressLine = (address: Address) => addressLines({ ...address, state: '' }).join(', ')

/** Name, address and phone, for pasting into a message. */
export const wholeAddress = (address: Address) =>
  [address.fullName, ...addressLines(address), formatPhone(address.phone)].filter(Boolean).join('\n')
