import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** Loads after the frame of the area, because the report is larger than other screens. */
export const ReportScreen = lazyComponent(async () => (await import('./report.tsx')).ReportScreen)
export const TodayFigures = lazyComponent(async () => (await import('./today.tsx')).TodayFigures)
export const NeedsAttention = lazyComponent(async () => (await import('./needs.tsx')).NeedsAttention)
