/** Whether key presses on `target` type text. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=file]), textarea, select'))

/** Whether shortcuts are disabled: in text fields, and while a dialog is open, which gets the focus a moment later. */
export const isTyping = (target: EventTarget | null) =>
  isTextField(target) ||
  document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/** Chords: G, then one of these letters, opens the address. */
export const chords: Record<string, string> = {
  o: '/admin/orders/new',
  p: '/admin/products',
  d: '/admin/dashboard',
}

/** Maximum pause between the two keys of a chord. */
export const CHORD_MS = 1200
