/** As tall as the figures, so that nothing moves when they arrive. */
export const TodaySkeleton = () => (
  <div aria-hidden className="mt-3 h-[36rem] max-lg:h-[70rem]">
    <div className="skeleton h-full rounded-card opacity-40" />
  </div>
)
