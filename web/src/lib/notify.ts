export type Notice = { id: number; kind: 'success' | 'failure'; message: string; way: 'toast' | 'popup' }

/** How long a toast stays (specification, section 9). */
export const TOAST_MS = 3000

/** Toast on the sign-ins, the admin dashboard and the superadmin's screens, popup dialog elsewhere (section 2). */
export const wayOn = (pathname: string): Notice['way'] =>
  /^\/superadmin(\/|$)|^\/admin\/(signin|dashboard)\/?$/.test(pathname) ? 'toast' : 'popup'

let show: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []
const wakers = new Set<() => void>()
let last = 0

/** Tells the operator how a call went, in the way the present screen does it. */
export function notify(kind: Notice['kind'], message: string, way = wayOn(location.pathname)) {
  const notice = { id: ++last, kind, message, way }
  if (show) show(notice)
  else waiting.push(notice)
  for (const wake of wakers) wake()
}

/** The part that shows notices is loaded when the first one comes: `wake` runs then, `take` hands them over. */
export function onFirstNotice(wake: () => void) {
  wakers.add(wake)
  return () => wakers.delete(wake)
}
export function takeNotices(with_: (notice: Notice) => void) {
  show = with_
  for (const notice of waiting.splice(0)) with_(notice)
  return () => {
    show = null
  }
}
