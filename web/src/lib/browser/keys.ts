/** Whether key presses on `target` type text. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=file]), textarea, select'))

export const hasOpenDialog = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/**
 * Whether shortcuts are disabled: in text fields, and while a dialog is open, because it takes the focus only after it
 * has opened.
 */
export const isTyping = (target: EventTarget | null) => isTextField(target) || hasOpenDialog()

/** If no other key follows for this long, a key is not the start of a scan. */
const QUIET_MS = 150
/** If a timer fires later than this, the page was busy. */
const LATE_MS = 20

/**
 * Calls `act` after 150 ms; returns a function that stops it. If the timer was late, waits again, because the busy page
 * may not have received the next key yet.
 */
export function whenQuiet(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const due = performance.now() + QUIET_MS
    timer = setTimeout(() => (performance.now() > due + LATE_MS ? wait() : act()), QUIET_MS)
  }
  wait()
  return () => clearTimeout(timer)
}

/** Calls `act` if no other key follows within 150 ms. If one does, as in a scan, calls `onOther` instead. */
export function afterQuiet(act: () => void, onOther?: () => void) {
  const finish = (then?: () => void) => {
    stop()
    removeEventListener('keydown', other, true)
    then?.()
  }
  const other = ({ key }: KeyboardEvent) => key !== 'Shift' && finish(onOther)
  const stop = whenQuiet(() => finish(act))
  addEventListener('keydown', other, true)
}

/** Chords: G and then one of these letters opens the screen. */
export const chords: Record<string, string> = {
  o: '/admin/orders/new',
  p: '/admin/products',
  d: '/admin/dashboard',
}

/** Maximum pause between the two keys of a chord. */
export const CHORD_MS = 1200
