import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { notify } from '#/lib/notify.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { ErrorLine } from './states.tsx'

/** A deployment removes the old chunks, so an open tab may have to reload. */
export const LOAD_FAILED = 'This part could not be loaded. Try again, or reload the page.'

type Openable = { open?: boolean; onOpenChange?: (open: boolean) => void }

/**
 * Like `React.lazy`, but loads a component with an `open` prop when it is first opened, and recovers from failed loads:
 * a component with `open` closes with a notice, any other one shows Retry in its place.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const module = lazyModule(load)
  function LazyComponent({ fallback, ...rest }: Props & { fallback?: ReactNode }) {
    const [hasFailed, setFailed] = useState(false)
    const { open, onOpenChange }: Openable = rest
    const Loaded = useLazyModule(module, open ?? !hasFailed, () => {
      if (open === undefined) return setFailed(true)
      notify('failure', LOAD_FAILED)
      onOpenChange?.(false)
    })
    if (Loaded) return createElement(Loaded, rest as unknown as Props)
    return hasFailed ? <ErrorLine message={LOAD_FAILED} onRetry={() => setFailed(false)} /> : fallback
  }
  /** Loads the component ahead of time, for example when the pointer enters its button. */
  return Object.assign(LazyComponent, { preload: () => void module.load().catch(() => {}) })
}
