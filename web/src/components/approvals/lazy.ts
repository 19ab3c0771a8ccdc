import type { approvals } from '@kirana/contract/approvals'
import { queryClient } from '#/lib/api.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Larger than a route file should be, and shared by both areas: it loads after the frame. */
export const ApprovalsScreen = lazyComponent(async () => (await import('./screen.tsx')).ApprovalsScreen)

/** What waits about an order or a customer. */
export const WaitingNote = lazyComponent(async () => (await import('./waiting-note.tsx')).WaitingNote)

// The type alone: the contract loads with the note.
const aboutPath = '/approval/get/about/:id' satisfies (typeof approvals)['about']['path']

/** Shows a new request in the notes that are on screen. */
export const reloadNotes = () => void queryClient.invalidateQueries({ queryKey: [aboutPath] })
