import type { Address } from '@kirana/contract/wire/address'
import { addressLines } from './address.ts'

/** A name and address, one part per line. */
export const AddressText = ({ address }: { address: Address }) => (
  <address className="flex flex-col gap-0.5 not-italic">
    <span className="font-medium break-words">{address.fullName}</span>
    {addressLines(address).map((line) => (
      <span key={line} className="break-words text-muted">
        {line}
      </span>
    ))}
  </address>
)
