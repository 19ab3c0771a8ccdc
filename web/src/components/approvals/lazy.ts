import type { approvals } from '@kirana/contract/approvals'
import { queryClient } from '#/lib/api.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Loads after the frame of the area, because it is too large for a route file. Both areas share it. */
export const ApprovalsScreen = lazyComponent(async () => (await import('./screen.tsx')).ApprovalsScreen)

/** Open requests about an order or a customer. */
export const WaitingNote = lazyComponent(async () => (await import('./waiting-note.tsx')).WaitingNote)

// Only the type of the contract is imported, because the contract itself loads with the note.
const aboutPath = '/approval/get/about/:id' satisfies (typeof approvals)['about']['path']

/** Reloads the notes that are on screen, so that they show a new request. */
export const reloadNotes = () => void queryClient.invalidateQueries({ queryKey: [aboutPath] })
