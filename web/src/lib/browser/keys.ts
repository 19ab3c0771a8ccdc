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
export const QUIET_MS = 150

/** Calls `act` unless another key follows, as those of a scanner do; then it calls `onOther` if there is one. */
export function afterQuiet(act: () => void, onOther?: () => void) {
  const finish = (then?: () => void) => {
    clearTimeout(timer)
    removeEventListener('keydown', other, true)
    then?.()
  }
  const other = ({ key }: KeyboardEvent) => key !== 'Shift' && finish(onOther)
  const timer = setTimeout(() => finish(act), QUIET_MS)
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
