import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Histories stand below what one came for, so their sentences load after it. */
export const History = lazyComponent(async () => (await import('./history.tsx')).History)
export const CollapsedHistory = lazyComponent(async () => (await import('./history.tsx')).CollapsedHistory)
export const Entries = lazyComponent(async () => (await import('./entries.tsx')).Entries)
