import type { Address, SavedAddress } from '@kirana/contract/wire/address'
import type { ReactNode } from 'react'
import { TextField } from '#/ui/field.tsx'
import { AddressText } from '../-people/address-text.tsx'

/** The delivery address: the id of a saved one, or '' for `typed`. */
export type Destination = { savedId: string; typed: Address }

export const newDestination = (
  { fullName, phone }: { fullName: string; phone: string },
  saved: readonly SavedAddress[],
): Destination => ({
  savedId: saved[0]?._id ?? '',
  typed: {
    fullName,
    phone,
    houseNo: '',
    street: '',
    landmark: '',
    city: '',
    pincode: '',
    state: '',
  },
})

export const pincodeOf = ({ savedId, typed }: Destination, saved: readonly SavedAddress[]) =>
  saved.find(({ _id }) => _id === savedId)?.pincode ?? typed.pincode

/** The destination in the format of the call. */
export const sentDestination = ({ savedId, typed }: Destination) =>
  savedId === '' ? { address: typed } : { addressId: savedId }

type Props = {
  saved: readonly SavedAddress[]
  value: Destination
  onChange: (value: Destination) => void
}

const fields = [
  ['fullName', 'Name'],
  ['phone', 'Phone Number'],
  ['houseNo', 'House number'],
  ['street', 'Street'],
  ['landmark', 'Landmark'],
  ['city', 'City'],
  ['pincode', 'Pincode'],
  ['state', 'State'],
] as const

/** Selects one of the customer's saved addresses, or takes a typed one. */
export function DestinationFields({ saved, value, onChange }: Props) {
  const { savedId, typed } = value
  const option = (id: string, label: ReactNode) => (
    <label
      key={id}
      className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 has-checked:bg-brand-soft"
    >
      <input
        type="radio"
        name="address"
        className="mt-1 size-4 shrink-0 accent-brand"
        checked={savedId === id}
        onChange={() => onChange({ ...value, savedId: id })}
      />
      {label}
    </label>
  )
  return (
    <fieldset className="card flex flex-col gap-3 p-4">
      <legend className="sr-only">Address</legend>
      <h2 aria-hidden className="text-lg font-semibold">
        Address
      </h2>
      {saved.length > 0 && (
        <div className="flex flex-col gap-2">
          {saved.map((address) => option(address._id, <AddressText address={address} />))}
          {option('', <span>Another address</span>)}
        </div>
      )}
      {savedId === '' && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {fields.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              value={typed[name]}
              inputMode={name === 'pincode' ? 'numeric' : name === 'phone' ? 'tel' : 'text'}
              maxLength={name === 'pincode' ? 6 : 200}
              onChange={({ target }) => onChange({ ...value, typed: { ...typed, [name]: target.value } })}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
