/** Maximum wait for a paint, because a hidden tab is not painted. */
const HIDDEN_MS = 200

/** Number of callbacks waiting for the next paint. */
let waiting = 0

/** Runs `work` after the next paint, so that work without a visible effect does not delay the response to a press. */
export function afterPaint(work: () => void) {
  const drawn = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const late = new Promise((resolve) => setTimeout(resolve, HIDDEN_MS))
  waiting += 1
  void Promise.race([drawn, late]).then(() => {
    waiting -= 1
    work()
  })
}

/** Runs `work` now, or after the work of an earlier press that still waits for the next paint. */
export const afterPresses = (work: () => void) => (waiting === 0 ? work() : afterPaint(work))
