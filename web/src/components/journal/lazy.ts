import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Histories load after the screen, because they are below its main content. */
export const History = lazyComponent(async () => (await import('./history.tsx')).History)
export const CollapsedHistory = lazyComponent(async () => (await import('./history.tsx')).CollapsedHistory)
export const Entries = lazyComponent(async () => (await import('./entries.tsx')).Entries)
