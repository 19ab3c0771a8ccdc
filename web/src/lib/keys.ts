/** True where a letter is text: shortcuts stay out of fields and of dialogs. */
export function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('[role="dialog"], [role="alertdialog"], dialog[open]') !== null)
  )
}

/** Where a chord leads: G, then a letter. */
export const chords: Record<string, string> = {
  d: '/admin/dashboard',
  o: '/admin/orders/new',
  p: '/admin/products',
}

/** Longest pause between the two keys of a chord, in milliseconds. */
export const CHORD_MS = 1200
