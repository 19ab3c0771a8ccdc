import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDraft } from '#/lib/draft.ts'
import { isTyping } from '#/lib/browser/keys.ts'
import { Button } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'

type Props = {
  /** The current search, from the URL. */
  value: string
  onSearch: (text: string) => void
  /** Label and placeholder: 'Phone number'. */
  label: string
  inputMode?: 'search' | 'tel' | 'text'
}

/** Searches on Enter or the Search button; '/' focuses it from anywhere on the screen. */
export function SearchBox({ value, onSearch, label, inputMode = 'search' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useDraft(value)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  return (
    <form
      role="search"
      className="flex min-w-60 flex-1 gap-2 sm:max-w-95"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(draft.trim())
      }}
    >
      <div className="relative min-w-0 flex-1">
        <Search aria-hidden size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <Input
          ref={input}
          type="search"
          inputMode={inputMode}
          enterKeyHint="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          maxLength={100}
          className="pl-9"
        />
      </div>
      <Button type="submit" variant="outline">
        Search
      </Button>
    </form>
  )
}
