/** A hidden tab is not drawn: there the work is not held back for longer. */
const HIDDEN_MS = 200

/** Runs `work` once the screen shows what has just changed: a press answers first, and then does what nobody sees. */
export function afterPaint(work: () => void) {
  const drawn = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const late = new Promise((resolve) => setTimeout(resolve, HIDDEN_MS))
  void Promise.race([drawn, late]).then(work)
}
