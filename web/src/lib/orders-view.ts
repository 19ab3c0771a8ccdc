const KEY = 'kirana-orders-view'

/** Search parameters of the menu's link to New Orders: the view that was last selected in this browser. */
export function chosenView(): { view?: 'board' } {
  try {
    return localStorage.getItem(KEY) === 'board' ? { view: 'board' } : {}
  } catch {
    return {}
  }
}

export function rememberView(view: 'board' | 'table') {
  try {
    localStorage.setItem(KEY, view)
  } catch {
    // Storage is blocked: the menu leads to the table.
  }
}
