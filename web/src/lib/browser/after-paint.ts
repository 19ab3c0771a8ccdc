/** A hidden tab is not drawn: there the work is not held back for longer. */
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

/** Runs `work` now or, if the work of an earlier press still waits for the screen, after it. */
export const afterPresses = (work: () => void) => (waiting === 0 ? work() : afterPaint(work))
