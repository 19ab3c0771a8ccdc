/** True where letters are text. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=radio], [type=checkbox], [type=file]), textarea, select'))

/** True where shortcuts stay out of: fields and dialogs. */
export const isTyping = (target: EventTarget | null) =>
  isTextField(target) ||
  (target instanceof HTMLElement &&
    target.closest('[role="dialog"], [role="alertdialog"], dialog[open]') !== null)

/** Where a chord leads: G, then a letter. */
export const chords: Record<string, string> = {
  o: '/admin/orders/new',
  p: '/admin/products',
  d: '/admin/dashboard',
}

/** Longest pause between the two keys of a chord, in milliseconds. */
export const CHORD_MS = 1200
