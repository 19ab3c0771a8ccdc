import { gst, type GstMonth } from '@kirana/contract/gst'
import { formatDate } from '@kirana/domain/calendar'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { TextArea } from '#/components/forms/fields.tsx'
import { Badge } from '#/components/tables/badges.tsx'
import { useWrite } from '#/lib/api.ts'
import { Ask } from '#/ui/alert.tsx'
import { Button } from '#/ui/button.tsx'

type Props = {
  month: GstMonth
  /** The month has ended in India. */
  isOver: boolean
  /** Only the superadmin may unlock a filed month. */
  isSuperadmin: boolean
}

const unlockForm = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, 'Say why the month is unlocked')),
})

/** Shows whether the month or quarter is filed. Staff file it here, and the superadmin unlocks it. */
export function Filing({ month: shown, isOver, isSuperadmin }: Props) {
  const { from, month, filed, filedAt, filedBy, equation, registration, gstins } = shown
  const isExportable = gstins.length > 0
  const period = from === month ? 'month' : 'quarter'
  const [isAsking, setAsking] = useState(false)
  const query = isSuperadmin ? ({ as: 'superadmin' } as const) : {}
  const setFiled = useWrite(gst.setFiled, { reload: [gst.month], onDone: () => setAsking(false) })
  return (
    <section aria-labelledby="filing" className="card flex flex-wrap items-center gap-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="filing" className="text-lg font-semibold">
          Filing{' '}
          <Badge tone={filed ? 'ok' : 'plain'} dot>
            {filed ? 'Filed' : 'Open'}
          </Badge>
        </h2>
        <p className="mt-1 text-sm text-muted">
          {filed && filedAt
            ? `Marked as filed on ${formatDate(new Date(filedAt))} by ${filedBy}. No document can be dated in this ${period}; later credit notes fall into the running one.`
            : !isExportable
              ? registration === 'regular'
                ? 'GSTR-1 needs a valid GST number in Company Settings.'
                : 'Only a company with the GST registration Regular files GSTR-1.'
              : isOver
                ? `Upload GSTR-1 to the portal, then mark the ${period} as filed: it is locked from then on.`
                : `The ${period} can be filed once it is over.`}
        </p>
      </div>
      {!filed && isExportable && isOver && !isSuperadmin && (
        <Button disabled={!equation.holds} onClick={() => setAsking(true)}>
          Mark as filed
        </Button>
      )}
      {filed && isSuperadmin && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          Unlock
        </Button>
      )}
      {isSuperadmin ? (
        <FormDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={`Unlock the ${period}`}
          description={`The return at the portal stays as it was uploaded. Documents can be dated in this ${period} again.`}
          schema={unlockForm}
          save="Unlock"
          values={{ reason: '' }}
          onSave={({ reason }) => setFiled.sendAsync({ query, body: { month, filed: false, reason } })}
        >
          <TextArea label="Reason" name="reason" />
        </FormDialog>
      ) : (
        <Ask
          open={isAsking}
          onOpenChange={setAsking}
          title={`Mark the ${period} as filed?`}
          description="No document can be dated in it any more. Only the superadmin can unlock it."
          action="Mark as filed"
          destructive={false}
          busy={setFiled.isSending}
          onConfirm={() => setFiled.send({ query, body: { month, filed: true } })}
        />
      )}
    </section>
  )
}
