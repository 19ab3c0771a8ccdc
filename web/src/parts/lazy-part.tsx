import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { notify } from '#/lib/notify.ts'
import { partOf, usePart } from '#/lib/part.ts'
import { ErrorLine } from './states.tsx'

/** After a release the files that an open tab still asks for are gone: only a reload brings the new ones. */
export const PART_MISSING = 'This part could not be loaded. Try again, or reload the page.'

type Openable = { open?: boolean; onOpenChange?: (open: boolean) => void }

/**
 * A component that comes when it is first shown; one with `open`, when it is first opened. Where it cannot be fetched,
 * what is on screen stays: a part to be opened is told of and closed, any other one shows Retry in its place.
 */
export function lazyPart<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
  const part = partOf(fetched)
  function LazyPart({ fallback, ...rest }: Props & { fallback?: ReactNode }) {
    const [isMissing, setMissing] = useState(false)
    const { open, onOpenChange }: Openable = rest
    const Loaded = usePart(part, open ?? !isMissing, () => {
      if (open === undefined) return setMissing(true)
      notify('failure', PART_MISSING)
      onOpenChange?.(false)
    })
    if (Loaded) return createElement(Loaded, rest as unknown as Props)
    return isMissing ? <ErrorLine message={PART_MISSING} onRetry={() => setMissing(false)} /> : fallback
  }
  /** Fetches it ahead, for a button that is about to be pressed. */
  return Object.assign(LazyPart, { preload: () => void part.load().catch(() => {}) })
}
