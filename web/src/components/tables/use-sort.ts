import { useNavigate, useSearch } from '@tanstack/react-router'
import { asText } from '#/lib/address.ts'
import type { SortValue } from './sort.ts'

/** The order of a list that is loaded as a whole, kept in the address. */
export function useSort() {
  const address: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const onSort = (sort: SortValue) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, sort: sort || undefined }), replace: true })
  return { sort: asText(address.sort), onSort }
}
