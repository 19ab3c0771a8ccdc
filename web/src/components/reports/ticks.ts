const MAX_STEPS = 5

/**
 * At most six round values of an axis, starting at 0. All are whole numbers, and their distance is 1, 2 or 5 times a
 * power of ten. The last one is at least `highest`.
 */
export function ticksUpTo(highest: number): number[] {
  const least = Math.max(1, highest / MAX_STEPS)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least) ?? 10 * power
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, n) => n * step)
}
