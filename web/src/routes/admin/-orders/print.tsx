import type { Order, OrderRow } from '@kirana/contract/orders'
import { storeCompany } from '@kirana/contract/store/company'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Paper } from '#/ui/paper.tsx'
import { PickList } from './pick-list.tsx'
import { Slip } from './slip.tsx'

type Sheet = { sheet: 'pick-list'; order: Order } | { sheet: 'slip'; order: OrderRow }
type Props = DialogState & Sheet

const SLIP_MARGIN_MM = 4

/** Page size: the slip is one page as long as its content (roll paper); the pick list is A4. */
const pageOf = (sheet: Sheet['sheet'], height: number) =>
  sheet === 'slip'
    ? `size: 80mm ${height + 2 * SLIP_MARGIN_MM + 2}mm; margin: ${SLIP_MARGIN_MM}mm`
    : 'size: A4; margin: 12mm'

/** Prints a sheet of an order; calls `onOpenChange` when the print dialog has closed. */
export function OrderPrint({ onOpenChange, ...printed }: Props) {
  const { order, sheet } = printed
  // Fails immediately without a network: the slip is then printed without the licence number, because packing must go
  // on.
  const company = useQuery({
    ...read(storeCompany.get, {}),
    enabled: sheet === 'slip',
    networkMode: 'always',
    retry: false,
  })
  if (company.isLoading) return null
  return (
    <Paper
      key={sheet}
      className={sheet}
      page={(height) => pageOf(sheet, height)}
      onDone={() => onOpenChange(false)}
    >
      {printed.sheet === 'slip' ? (
        <Slip order={order} fssai={company.data?.fssai ?? ''} />
      ) : (
        <PickList order={printed.order} />
      )}
    </Paper>
  )
}
