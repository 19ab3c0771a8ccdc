import { type Claim, type ClaimAmount, claims } from '@kirana/contract/claims'
import { claimDestinations, openPieces } from '@kirana/domain/claims'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { messageOf, read, reloadAll, useWrite } from '#/lib/api.ts'
import { freshKey } from '@kirana/contract/wire/request'
import { counted, rupees } from '#/lib/format.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { TextField } from '#/components/forms/fields.tsx'
import { openLinesOf, Pieces } from './lines.ts'
import { destinationNames } from './words.ts'

const schema = z.object({
  to: z.enum(claimDestinations),
  lines: z.array(z.object({ pieces: Pieces, restock: Pieces })),
})
type Values = z.infer<typeof schema>

/** The selected pieces of each open line. */
const chosen = (claim: Claim, values: Values, of: 'pieces' | 'restock') =>
  openLinesOf(claim).flatMap(({ line }, i) => {
    const pieces = Number(values.lines[i]?.[of] ?? 0)
    return pieces > 0 ? [{ line, pieces }] : []
  })

/** Refunds pieces of a claim. Shows the amount, asks where the money goes, and which pieces can be sold again. */
export function RefundClaim({ claim, ...dialog }: DialogState & { claim: Claim }) {
  // The same id for every attempt, so that the server counts the decision once.
  const [actionId] = useState(freshKey)
  const refund = useWrite(claims.refund, {
    reload: [claims.list],
    onWaiting: () => dialog.onOpenChange(false),
    // The claim may have been decided: by another user, or by an earlier attempt whose response was lost.
    onError: () => void reloadAll([claims.list]),
  })
  const open = openLinesOf(claim)
  return (
    <FormDialog<Values>
      {...dialog}
      title={`Refund ${claim.claimNumber}`}
      description={`${claim.orderNumber} · ${claim.user.fullName || claim.user.phone}`}
      width="medium"
      save="Refund"
      schema={schema}
      values={{
        to: 'wallet',
        lines: open.map((line) => ({ pieces: String(openPieces(line)), restock: '0' })),
      }}
      onSave={(values) =>
        refund.sendAsync({
          body: {
            claimId: claim._id,
            actionId,
            to: values.to,
            lines: chosen(claim, values, 'pieces'),
            restock: chosen(claim, values, 'restock'),
          },
        })
      }
    >
      {(form) => (
        <>
          {open.map((line, i) => (
            <fieldset key={line.line} className="rounded-control border border-line px-4 pt-2 pb-3">
              <legend className="px-1 text-sm font-medium wrap-anywhere">
                {line.productTitle}, {line.productQuantity}
              </legend>
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  label="Pieces to refund"
                  inputMode="numeric"
                  hint={`${counted(openPieces(line), 'piece')} claimed`}
                  name={`lines.${i}.pieces`}
                />
                <TextField
                  label="Back to the shelf"
                  inputMode="numeric"
                  hint="Can be sold again. The others are written off."
                  name={`lines.${i}.restock`}
                />
              </div>
            </fieldset>
          ))}
          {claim.destinations.length > 1 && (
            <fieldset>
              <legend className="text-sm font-medium">Money goes to</legend>
              <div className="mt-1 flex flex-wrap gap-x-6">
                {claim.destinations.map((to) => (
                  <label key={to} className="inline-flex min-h-9 items-center gap-2 coarse:min-h-11">
                    <input type="radio" value={to} {...form.register('to')} />
                    {destinationNames[to]}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          <Amount claim={claim} values={form.watch()} />
        </>
      )}
    </FormDialog>
  )
}

/** The refund for these pieces, computed by the server. */
function Amount({ claim, values }: { claim: Claim; values: Values }) {
  const lines = chosen(claim, values, 'pieces')
  const { data, error } = useQuery({
    ...read(claims.amount, { query: { claimId: claim._id, lines: JSON.stringify(lines) } }),
    enabled: lines.length > 0 && values.lines.every(({ pieces }) => /^\d{1,4}$/.test(pieces)),
  })
  return (
    <div role="status" className="rounded-control bg-sunken px-4 py-3">
      {error ? (
        <p className="text-sm text-bad">{messageOf(error)}</p>
      ) : data ? (
        <Sums amount={data} />
      ) : (
        <p>…</p>
      )}
    </div>
  )
}

const Sums = ({ amount: { refund, charges, coins, left, lines } }: { amount: ClaimAmount }) => {
  const discount = lines.reduce((sum, line) => sum + line.discount, 0)
  return (
    <>
      <p className="numbers flex justify-between gap-4 text-lg font-semibold">
        <span>Refund</span>
        <span>{rupees(refund)}</span>
      </p>
      <p className="numbers text-sm text-muted">
        {[
          discount > 0 && 'After its share of the discounts',
          charges > 0 && `With ${rupees(charges)} of charges`,
          coins > 0 && `Takes ${counted(coins, 'coin')} back`,
          `${rupees(left)} is left of the order`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  )
}
