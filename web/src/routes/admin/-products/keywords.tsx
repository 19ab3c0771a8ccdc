import { keywords } from '@kirana/contract/keywords'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { messageOf, read } from '#/lib/api.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { AutocompleteMany } from '#/ui/autocomplete.tsx'
import { KeywordForm } from '../-lists/keyword-form.tsx'
import type { Basics } from './schema.ts'

type Props = { form: UseFormReturn<Basics> }

/**
 * Keyword autocomplete. Inactive keywords are offered only if the product has them. A new keyword can be created here.
 */
export function KeywordField({ form }: Props) {
  const list = useQuery(read(keywords.list, {}))
  const chosen = form.watch('keyward') ?? []
  const choose = (values: string[]) =>
    form.setValue('keyward', values, { shouldDirty: true, shouldValidate: true })
  const [isAdding, setAdding] = useState(false)
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
        onChange={choose}
        error={form.formState.errors.keyward?.message}
      />
      <p className="-mt-2.5 text-xs text-muted">
        {list.data && options.length === 0 ? 'No keywards yet. ' : 'Is one missing? '}
        <button
          type="button"
          aria-label="Create one keyward"
          className="font-medium text-ink underline underline-offset-2 coarse:min-h-11"
          onClick={() => setAdding(true)}
        >
          Create one
        </button>
      </p>
      <KeywordForm
        row={null}
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={(id) => choose([...chosen, id])}
      />
    </div>
  )
}
