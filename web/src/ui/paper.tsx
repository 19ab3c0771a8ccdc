import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import './paper.css'

const MM_PER_PX = 25.4 / 96

type Props = {
  /** Returns the content of the `@page` rule for the height of the content in mm. */
  page: (height: number) => string
  className: string
  /** Called when the print dialog has closed. */
  onDone: () => void
  children: ReactNode
}

/** Renders a sheet off-screen and opens the print dialog. */
export function Paper({ page, className, onDone, children }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(onDone)
  const rule = useEffectEvent(
    () => `@page { ${page(Math.ceil((paper.current?.offsetHeight ?? 0) * MM_PER_PX))} }`,
  )
  useEffect(() => {
    // Not a style element, because the content security policy forbids inline styles.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rule())
    document.adoptedStyleSheets.push(sheet)
    const after = () => done()
    addEventListener('afterprint', after)
    window.print()
    return () => {
      removeEventListener('afterprint', after)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    }
  }, [])
  return createPortal(
    <div ref={paper} className={`sheet ${className}`}>
      {children}
    </div>,
    document.body,
  )
}
