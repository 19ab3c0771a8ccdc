import { claims } from '@kirana/contract/claims'
import type { Order } from '@kirana/contract/orders'
import { claimReasons, isClaimInTime } from '@kirana/domain/claims'
import * as z from 'zod/mini'
import { useWrite } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { counted } from '#/lib/format.ts'
import { SelectField, TextArea, TextField } from '#/components/forms/fields.tsx'
import { FilePicker } from '#/components/forms/file-picker.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { Pieces } from './lines.ts'
import { reasonNames } from '#/lib/claim-reasons.ts'

const { max, tooMany } = claims.add.files

const LATE = 'The day of delivery is over. Say why it is claimed late'
const schemaOf = (isLate: boolean) =>
  z.object({
    lines: z
      .array(Pieces)
      .check(z.refine((lines) => lines.some((pieces) => Number(pieces) > 0), 'Choose what is claimed')),
    reason: z.enum(claimReasons, { error: 'Choose what is wrong' }),
    note: z.string(),
    lateReason: z.string().check(z.refine((text) => !isLate || text.trim() !== '', LATE)),
    photos: z.array(z.file()).check(z.maxLength(max, tooMany)),
  })
type Values = z.infer<ReturnType<typeof schemaOf>>

/**
 * The lines of an order with their delivered pieces: found and swapped ones, or the ordered ones if it was not picked.
 */
const deliveredLines = ({ products }: Order) =>
  products.map(({ productTitle, productQuantity, quantity, picked }, i) => ({
    line: i + 1,
    title: `${picked?.swap ? `${productTitle} and ${picked.swap.productTitle}` : productTitle}, ${productQuantity}`,
    pieces: picked ? picked.quantity + (picked.swap?.quantity ?? 0) : quantity,
  }))

/** Opens a claim for a customer who calls. After the day of delivery it requires the reason for the delay. */
export function AddClaim({ order, ...dialog }: DialogState & { order: Order }) {
  const add = useWrite(claims.add, { reload: [claims.list] })
  const deliveredAt = order.history.findLast(({ to }) => to === 'Delivered')?.at
  const isLate = useClock(
    (now) => deliveredAt !== undefined && !isClaimInTime(new Date(deliveredAt), new Date(now)),
  )
  const lines = deliveredLines(order)
  return (
    <FormDialog<Values>
      {...dialog}
      title="Add Claim"
      description={`${order.order_id} · ${order.user.fullName || order.user.phone}`}
      width="medium"
      save="Add Claim"
      schema={schemaOf(isLate)}
      values={{ lines: lines.map(() => '0'), note: '', lateReason: '', photos: [] }}
      onSave={({ lines: pieces, photos, ...body }) =>
        add.sendAsync({
          body: {
            ...body,
            userId: order.user._id,
            orderId: order._id,
            lines: JSON.stringify(
              lines.flatMap(({ line }, i) => {
                const claimed = Number(pieces[i] ?? 0)
                return claimed > 0 ? [{ line, pieces: claimed }] : []
              }),
            ),
          },
          files: photos,
        })
      }
    >
      {(form) => (
        <>
          {lines.map(
            ({ line, title, pieces }, i) =>
              pieces > 0 && (
                <TextField
                  key={line}
                  label={title}
                  inputMode="numeric"
                  hint={`${counted(pieces, 'piece')} delivered`}
                  name={`lines.${i}`}
                />
              ),
          )}
          {form.formState.errors.lines?.message && (
            <p role="alert" className="text-sm text-bad">
              {form.formState.errors.lines.message}
            </p>
          )}
          <SelectField
            label="What is wrong"
            name="reason"
            placeholder="Choose"
            choices={claimReasons.map((value) => ({ value, label: reasonNames[value] }))}
          />
          <TextArea name="note" label="Note" maxLength={1000} />
          {isLate && (
            <TextArea
              name="lateReason"
              label="Why it is late"
              hint="Claims are possible until the end of the day of delivery. Only staff see this."
              maxLength={500}
            />
          )}
          <FilePicker
            label="Photos"
            multiple
            files={form.watch('photos')}
            onChange={(chosen) => form.setValue('photos', chosen, { shouldValidate: true })}
            error={form.formState.errors.photos?.message}
            disabled={form.formState.isSubmitting}
          />
        </>
      )}
    </FormDialog>
  )
}
