import { useNavigate, useSearch } from '@tanstack/react-router'
import { asText } from '#/lib/address.ts'
import type { SortValue } from './sort.ts'

/** The sort order of a fully loaded list, stored in the URL. */
export function useSort() {
  const address: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const onSort = (sort: SortValue) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, sort: sort || undefined }), replace: true })
  return { sort: asText(address.sort), onSort }
}
