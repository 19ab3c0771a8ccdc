import { keywords } from '@kirana/contract/keywords'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { messageOf, read } from '#/lib/api.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { AutocompleteMany } from '#/ui/autocomplete.tsx'
import type { Basics } from './schema.ts'

type Props = { form: UseFormReturn<Basics> }

/** Keyword autocomplete. Inactive keywords are offered only if the product has them. */
export function KeywordField({ form }: Props) {
  const list = useQuery(read(keywords.list, {}))
  const chosen = form.watch('keyward') ?? []
  const options = (list.data ?? [])
    .filter(({ _id, isActive }) => isActive || chosen.includes(_id))
    .map(({ _id, name, isActive }) => ({ value: _id, label: isActive ? name : `${name} (Disabled)` }))
  return (
    <div className="flex flex-col gap-4">
      {list.error && (
        <div className="overflow-hidden rounded-control">
          <ErrorLine message={messageOf(list.error)} onRetry={() => void list.refetch()} />
        </div>
      )}
      <AutocompleteMany
        label="Keywards"
        placeholder="Type to find keywards"
        options={options}
        values={chosen}
        onChange={(values) => form.setValue('keyward', values, { shouldDirty: true, shouldValidate: true })}
        error={form.formState.errors.keyward?.message}
      />
    </div>
  )
}
