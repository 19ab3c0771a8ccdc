import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from '#/lib/browser/title.ts'

let isFirstScreen = true

/**
 * Elements that keep the focus on a route change: a message that opened with it, and a field in which the user types.
 */
const KEEPS_FOCUS = '[role="alertdialog"][data-open], [role="dialog"][data-open] input:focus'

/** The screen's only h1. Focused on a route change so that keyboard and screen-reader users start there. */
export function ScreenTitle({
  title,
  takesFocus = true,
  className = '',
}: {
  title: string
  takesFocus?: boolean
  className?: string
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    const isTaken = document.querySelector(KEEPS_FOCUS) !== null
    if (!isFirstScreen && takesFocus && !isTaken) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [title, takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1} className={`min-w-0 text-xl font-semibold tracking-tight ${className}`}>
      {title}
    </h1>
  )
}

type Props = {
  title: string
  /** Shown right after the title: a count, a connection light. */
  beside?: ReactNode
  /** Buttons on the right. */
  children?: ReactNode
}

/** Title and actions of a screen. */
export const PageHeader = ({ title, beside, children }: Props) => (
  <header className="mb-4 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
    <ScreenTitle title={title} />
    {beside}
    <div data-chrome className="ml-auto flex flex-wrap items-center justify-end gap-2">
      {children}
    </div>
  </header>
)
