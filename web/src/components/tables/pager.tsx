import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { count } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'

type TurnProps = {
  page: number
  hasNext: boolean
  onPage: (page: number) => void
  /** Labels of the two buttons. */
  words?: readonly [back: string, on: string]
  /** Shown between the buttons. */
  children?: ReactNode
}

/** The buttons below a list that turn its pages. */
export const PageTurner = ({
  page,
  hasNext,
  onPage,
  words: [back, on] = ['Previous', 'Next'],
  children,
}: TurnProps) => (
  <nav
    aria-label="Pages"
    data-chrome
    className="flex items-center justify-end gap-2 border-t border-line px-4 py-2.5"
  >
    <Button variant="outline" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
      <ChevronLeft aria-hidden />
      {back}
    </Button>
    {children}
    <Button variant="outline" size="small" disabled={!hasNext} onClick={() => onPage(page + 1)}>
      {on}
      <ChevronRight aria-hidden />
    </Button>
  </nav>
)

type Props = { page: number; of: number; onPage: (page: number) => void }

/** 'x of y Pages' with previous and next. Renders nothing for an empty list. */
export function Pager({ page, of, onPage }: Props) {
  if (of < 1) return null
  return (
    <PageTurner page={page} hasNext={page < of} onPage={onPage}>
      <p aria-live="polite" className="numbers min-w-24 text-center text-sm text-muted">
        {count(Math.min(page, of))} of {count(of)} Pages
      </p>
    </PageTurner>
  )
}
