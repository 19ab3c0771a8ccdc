import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Loads after the frame of the area, because it is too large for a route file. Both areas share it. */
export const GstScreen = lazyComponent(async () => (await import('./screen.tsx')).GstScreen)
