export type Notice = {
  id: number
  /** `waiting`: a second person has to approve the change first. */
  kind: 'success' | 'failure' | 'waiting'
  message: string
  display: 'toast' | 'popup'
}

/** How long a toast stays, in ms (specification, section 9). */
export const TOAST_MS = 3000

/**
 * Screens that show outcomes as toasts: the sign-ins, the admin dashboard and the superadmin's screens. All others show
 * popups (specification, section 2).
 */
const toasts = /^\/superadmin(\/|$)|^\/admin\/(signin|dashboard)\/?$/
/** Screens that are not in the specification. A success needs no OK there (decision 062). */
const added =
  /^\/admin\/(approvals|cash|claims|dispatch|gst|opening|order\/(new|pick)|orders\/(put-backs|round)|payments|riders|security|stock)(\/|$)/

export const displayFor = (kind: Notice['kind'], pathname: string): Notice['display'] =>
  toasts.test(pathname) || (kind === 'success' && added.test(pathname)) ? 'toast' : 'popup'

let show: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []
const wakers = new Set<() => void>()
let last = 0

/** Shows the outcome of a call as a toast or popup, whichever the current screen uses. */
export function notify(kind: Notice['kind'], message: string, display = displayFor(kind, location.pathname)) {
  const notice = { id: ++last, kind, message, display }
  if (show) show(notice)
  else waiting.push(notice)
  for (const wake of wakers) wake()
}

/**
 * The component that shows notices loads when the first one is queued: `wake` is called then, and `takeNotices` passes
 * on the queue.
 */
export function onFirstNotice(wake: () => void) {
  wakers.add(wake)
  return () => wakers.delete(wake)
}
export function takeNotices(handler: (notice: Notice) => void) {
  show = handler
  for (const notice of waiting.splice(0)) handler(notice)
  return () => {
    show = null
  }
}
