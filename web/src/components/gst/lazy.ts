import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Larger than a route file should be, and shared by both areas: it loads after the frame. */
export const GstScreen = lazyComponent(async () => (await import('./screen.tsx')).GstScreen)
