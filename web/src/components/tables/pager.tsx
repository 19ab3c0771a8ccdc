import { ChevronLeft, ChevronRight } from 'lucide-react'
import { count } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'

type Props = { page: number; of: number; onPage: (page: number) => void }

/** 'x of y Pages' with previous and next. Renders nothing for an empty list. */
export function Pager({ page, of, onPage }: Props) {
  if (of < 1) return null
  return (
    <nav
      aria-label="Pages"
      data-chrome
      className="flex items-center justify-end gap-2 border-t border-line px-4 py-2.5"
    >
      <Button variant="outline" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <p aria-live="polite" className="numbers min-w-24 text-center text-sm text-muted">
        {count(Math.min(page, of))} of {count(of)} Pages
      </p>
      <Button variant="outline" size="small" disabled={page >= of} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}
