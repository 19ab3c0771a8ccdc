import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { Field } from './field.tsx'

type Option = { value: string; label: string }

const same = (a: Option, b: Option) => a.value === b.value

const popup = (
  <Combobox.Portal>
    <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
      <Combobox.Popup className="w-(--anchor-width) rounded-xl border border-line bg-raised text-ink shadow-float">
        <Combobox.Empty>
          <div className="px-3 py-3 text-muted">No data found</div>
        </Combobox.Empty>
        <Combobox.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
          {(option: Option) => (
            <Combobox.Item
              key={option.value}
              value={option}
              className="flex min-h-9 cursor-default items-center gap-2 rounded-lg px-2.5 outline-none select-none data-highlighted:bg-sunken dark:data-highlighted:bg-line coarse:min-h-11"
            >
              <span className="grid size-4 shrink-0 place-items-center">
                <Combobox.ItemIndicator>
                  <Check aria-hidden size={14} />
                </Combobox.ItemIndicator>
              </span>
              {option.label}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
)

type Props = {
  label: string
  options: readonly Option[]
  error?: string | undefined
  placeholder?: string
  disabled?: boolean
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** Multiple selection by typing, shown as removable chips. */
export function AutocompleteMany({
  label,
  options,
  values,
  onChange,
  error,
  placeholder,
  disabled = false,
}: Props) {
  const chosen = options.filter((option) => values.includes(option.value))
  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Combobox.Root
          multiple
          autoHighlight
          items={options}
          value={chosen}
          onValueChange={(next: Option[], { reason }) => {
            // Ignores Escape, which would remove all selected options while the list is closed.
            if (reason !== 'escape-key') onChange(next.map((option) => option.value))
          }}
          isItemEqualToValue={same}
          disabled={disabled}
        >
          <Combobox.Chips className="field flex h-auto! min-h-9 flex-wrap items-center gap-1 py-1 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand">
            {chosen.map((option) => (
              <Combobox.Chip
                key={option.value}
                className="flex items-center gap-1 rounded-md bg-brand-soft py-0.5 pr-0.5 pl-2 text-sm text-brand-soft-ink"
              >
                {option.label}
                <Combobox.ChipRemove
                  aria-label={`Remove ${option.label}`}
                  className="grid size-6 place-items-center coarse:size-11"
                >
                  <X aria-hidden size={14} />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              aria-label={label}
              className="h-7 min-w-24 flex-1 bg-transparent outline-none"
              // Enter selects the highlighted option and never submits the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              placeholder={chosen.length === 0 ? placeholder : undefined}
              {...wiring}
            />
          </Combobox.Chips>
          {popup}
        </Combobox.Root>
      )}
    </Field>
  )
}
