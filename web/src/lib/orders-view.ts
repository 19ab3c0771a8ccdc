import { createStore } from './store.ts'

type View = 'board' | 'table'

const KEY = 'kirana-orders-view'

function stored(): View {
  try {
    return localStorage.getItem(KEY) === 'board' ? 'board' : 'table'
  } catch {
    return 'table'
  }
}

/** The view of New Orders that was chosen last in this browser: the menu leads to it. */
export const ordersView = createStore<View>(stored())

export function rememberView(view: View) {
  ordersView.set(view)
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // Storage is blocked: it lasts for the visit.
  }
}
