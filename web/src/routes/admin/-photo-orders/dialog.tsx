import type { ManualOrder } from '@kirana/contract/manual-orders'
import { useEffect, useRef } from 'react'
import { formatDateTimeOr, formatPhone } from '#/lib/format.ts'
import { acknowledge } from '#/lib/live/waiting.ts'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Dialog, DialogBody } from '#/ui/dialog.tsx'
import { PhotoViewer } from '../-photos/viewer.tsx'

type Props = DialogState & { order: ManualOrder }

/** The photos of a manual order. Opening it acknowledges the order, so the chime stops. */
export function PhotoDialog({ order, open, onOpenChange }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) acknowledge([order._id])
  }, [open, order._id])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Order List"
      description={
        <span className="numbers wrap-anywhere">
          {[order.username, formatPhone(order.phone), formatDateTimeOr(order.dateAndTime, order.date)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      width="large"
      initialFocus={stage}
    >
      <DialogBody>
        <PhotoViewer photos={order.orderPath} stage={stage} />
      </DialogBody>
    </Dialog>
  )
}
