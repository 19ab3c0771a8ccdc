import { users } from '@kirana/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { useDebounced } from '#/lib/browser/debounced.ts'
import { formatPhone } from '#/lib/format.ts'
import { FinderField } from '#/ui/finder-field.tsx'

/** Minimum length of a search that the server accepts. */
const MIN_LENGTH = 3

type Person = { _id: string; fullName: string; phone: string }

const optionOf = ({ _id, fullName, phone }: Person) => ({
  value: _id,
  label: [fullName, formatPhone(phone)].filter(Boolean).join(' · '),
})

type Props = { value: string; onChange: (id: string) => void }

/**
 * Filters a list by a customer, who is found by name or phone. `value` is the customer's `_id`, '' for all customers.
 */
export function CustomerFilter({ value, onChange }: Props) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const chosen = useQuery({ ...read(users.get, { params: { userId: value } }), enabled: value !== '' }).data
  const found = useQuery({
    ...read(users.find, { query: { search } }),
    enabled: search.length >= MIN_LENGTH,
    placeholderData: keepPreviousData,
  })
  const isShort = text.trim().length < MIN_LENGTH
  return (
    <FinderField
      label="Customer"
      placeholder="Name or phone"
      chosen={value && chosen ? optionOf(chosen).label : ''}
      onChoose={(option) => onChange(option?.value ?? '')}
      onText={setText}
      options={isShort ? [] : (found.data ?? []).map(optionOf)}
      isSearching={isShort || found.isFetching || search !== text.trim()}
    />
  )
}
