import type { OrderRow } from '@kirana/contract/orders'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import './print.css'
import { PickList } from './pick-list.tsx'
import { Slip } from './slip.tsx'

type Props = DialogState & { order: OrderRow; sheet: 'pick-list' | 'slip' }

const MM_PER_PX = 25.4 / 96
const SLIP_MARGIN_MM = 4

/** Page size: the slip is one page as long as its content (roll paper); the pick list is A4. */
const pageOf = (sheet: Props['sheet'], height: number) =>
  sheet === 'slip'
    ? `@page { size: 80mm ${Math.ceil(height * MM_PER_PX) + 2 * SLIP_MARGIN_MM + 2}mm; margin: ${SLIP_MARGIN_MM}mm }`
    : '@page { size: A4; margin: 12mm }'

/** Renders a sheet off-screen and opens the print dialog; calls `onOpenChange` when that has closed. */
export function OrderPrint({ order, sheet, onOpenChange }: Props) {
  const paper = useRef<HTMLDivElement>(null)
  const done = useEffectEvent(() => onOpenChange(false))
  useEffect(() => {
    // Not a style element: the content security policy forbids inline styles.
    const page = new CSSStyleSheet()
    page.replaceSync(pageOf(sheet, paper.current?.offsetHeight ?? 0))
    document.adoptedStyleSheets.push(page)
    const after = () => done()
    addEventListener('afterprint', after)
    window.print()
    return () => {
      removeEventListener('afterprint', after)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page)
    }
  }, [sheet])
  return createPortal(
    <div ref={paper} className={`sheet ${sheet}`}>
      {sheet === 'slip' ? <Slip order={order} /> : <PickList order={order} />}
    </div>,
    document.body,
  )
}
