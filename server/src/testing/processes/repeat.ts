export const wait = (ms: number) => new Promise((next) => setTimeout(next, ms))
const quantile = (times: readonly number[], part: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN)

/** Repeats a call; the returned function stops and returns the statuses and response times. */
export function repeat(call: () => Promise<{ status: number } | null>, pauseMs: number) {
  const times: number[] = []
  const statuses: Record<number, number> = {}
  let isOver = false
  const calling = (async () => {
    while (!isOver) {
      const from = performance.now()
      const status = (await call())?.status ?? 0
      times.push(performance.now() - from)
      statuses[status] = (statuses[status] ?? 0) + 1
      await wait(pauseMs)
    }
  })()
  return async () => {
    isOver = true
    await calling
    return {
      statuses,
      answeredMs: { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
    }
  }
}
