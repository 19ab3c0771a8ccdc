/** How often the figures and what waits are read again. */
export const REFRESH_MS = 60_000

/** As tall as the heading and a row of what waits. */
export const NeedsSkeleton = () => <div aria-hidden className="skeleton mb-4 h-16 rounded-card opacity-40" />
