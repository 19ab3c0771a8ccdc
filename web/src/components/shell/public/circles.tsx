/** Decorative circles behind the public screens. Gradients: a blur filter of this size is slow on phones. */
export const Circles = () => (
  <div aria-hidden data-chrome className="pointer-events-none fixed inset-0 -z-10 overflow-hidden">
    <div className="circle -top-50 -left-45 size-150 bg-radial from-glow-1 to-transparent to-70%" />
    <div className="circle top-1/2 -right-50 size-150 -translate-y-[55%] bg-radial from-glow-2 to-transparent to-70%" />
    <div className="circle -bottom-75 left-1/2 size-155 -translate-x-1/2 bg-radial from-glow-3 to-transparent to-70%" />
  </div>
)
