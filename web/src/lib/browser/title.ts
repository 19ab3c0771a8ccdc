import { useEffect } from 'react'

let screen = ''
let waiting = 0

const paint = () => {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${screen} · Kirana`
}

/** Sets the tab's title: 'New Orders · Kirana'. */
export function useTitle(title: string) {
  useEffect(() => {
    screen = title
    paint()
  }, [title])
}

/** Puts the number of waiting orders before every title: '(3) New Orders · Kirana'. */
export function setTitleCount(orders: number) {
  waiting = orders
  if (screen !== '') paint()
}
