import { lazyComponent } from './lazy-component.tsx'

/** Dialogs that a screen may open later, without the dialog library in what the screen loads first. */
export const Ask = lazyComponent(async () => (await import('#/ui/alert.tsx')).Ask)
export const Either = lazyComponent(async () => (await import('#/ui/alert.tsx')).Either)
export const ConfirmDelete = lazyComponent(async () => (await import('./confirm.tsx')).ConfirmDelete)
export const Outcomes = lazyComponent(async () => (await import('./outcomes.tsx')).Outcomes)
