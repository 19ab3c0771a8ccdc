/** Numbers that look like chance and are the same for the same seed. */
export function chance(seed: number) {
  let state = seed >>> 0
  /** From 0 up to but not 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    /** A whole number, both ends included. */
    whole,
    happens: (share: number) => next() < share,
    pick<T>(things: readonly T[]): T {
      const thing = things[whole(0, things.length - 1)]
      if (thing === undefined) throw new Error('There is nothing to pick from')
      return thing
    },
    /** The place of one of the weights, the heavy ones more often. */
    weighted(weights: readonly number[]): number {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => (left -= weight) < 0)
      return index < 0 ? weights.length - 1 : index
    },
    /** Capital letters and digits that cannot be taken for one another. */
    code: (length: number) =>
      Array.from({ length }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(whole(0, 31))).join(''),
  }
}
export type Chance = ReturnType<typeof chance>
