import { lazyComponent } from './lazy-component.tsx'

/**
 * Dialogs that a screen may open later. They load lazily, so that the dialog library is not in the screen's first load.
 */
export const Ask = lazyComponent(async () => (await import('#/ui/alert.tsx')).Ask)
export const Either = lazyComponent(async () => (await import('#/ui/alert.tsx')).Either)
export const ConfirmDelete = lazyComponent(async () => (await import('./confirm.tsx')).ConfirmDelete)
export const Outcomes = lazyComponent(async () => (await import('./outcomes.tsx')).Outcomes)
