/** A pseudo-random number generator; the same seed gives the same numbers. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 to below 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    /** A whole number from `min` to `max`, inclusive. */
    whole,
    chance: (share: number) => next() < share,
    pick<T>(things: readonly T[]): T {
      const thing = things[whole(0, things.length - 1)]
      if (thing === undefined) throw new Error('There is nothing to pick from')
      return thing
    },
    /** A random index, with the given weights. */
    weighted(weights: readonly number[]): number {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => (left -= weight) < 0)
      return index < 0 ? weights.length - 1 : index
    },
    /** Capital letters and digits, without similar ones such as O and 0. */
    code: (length: number) =>
      Array.from({ length }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(whole(0, 31))).join(''),
  }
}
export type Random = ReturnType<typeof seededRandom>
