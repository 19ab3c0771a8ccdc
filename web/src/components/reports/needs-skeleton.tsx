/** Interval at which the figures and the open tasks are reloaded. */
export const REFRESH_MS = 60_000

/** As tall as the heading and one row of open tasks. */
export const NeedsSkeleton = () => <div aria-hidden className="skeleton mb-4 h-16 rounded-card opacity-40" />
