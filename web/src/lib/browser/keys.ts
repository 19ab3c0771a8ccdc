/** Whether key presses on `target` type text. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=file]), textarea, select'))

export const hasOpenDialog = () =>
  document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/** Whether shortcuts are disabled: in text fields, and while a dialog is open, which gets the focus a moment later. */
export const isTyping = (target: EventTarget | null) => isTextField(target) || hasOpenDialog()

/** A key that no other follows for this long is not the start of a scan. */
const QUIET_MS = 150
/** A timer that is later than this was held up by the page. */
const LATE_MS = 20

/**
 * Calls `act` after some quiet; returns what stops it. A page that was too busy to notice the time may not have got the next
 * key yet: it waits again.
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

/** Calls `act` unless another key follows, as those of a scanner do; then it calls `onOther` if there is one. */
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

/** Chords: G, then one of these letters, opens the address. */
export const chords: Record<string, string> = {
  o: '/admin/orders/new',
  p: '/admin/products',
  d: '/admin/dashboard',
}

/** Maximum pause between the two keys of a chord. */
export const CHORD_MS = 1200
