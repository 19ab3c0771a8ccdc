import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

/** The report is larger than the other screens: it loads after the frame. */
export const ReportScreen = lazyComponent(async () => (await import('./report.tsx')).ReportScreen)
export const TodayFigures = lazyComponent(async () => (await import('./today.tsx')).TodayFigures)
export const NeedsAttention = lazyComponent(async () => (await import('./needs.tsx')).NeedsAttention)
