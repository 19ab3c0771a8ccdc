import { type Claim, claims } from '@kirana/contract/claims'
import { freshKey } from '@kirana/contract/wire/request'
import { openPieces } from '@kirana/domain/claims'
import { useState } from 'react'
import * as z from 'zod/mini'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { TextField } from '#/components/forms/fields.tsx'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import type { DialogState } from '#/components/tables/editable-table.tsx'
import { openLinesOf, Pieces } from './lines.ts'

const schema = z.object({ lines: z.array(Pieces) })

/** Replaces claimed pieces by a new order for ₹0 to the same address. */
export function ReplaceClaim({ claim, ...dialog }: DialogState & { claim: Claim }) {
  // The same id for every attempt, so that the server counts the decision once.
  const [actionId] = useState(freshKey)
  const replace = useWrite(claims.replace, {
    reload: [claims.list],
    onWaiting: () => dialog.onOpenChange(false),
    // The claim may have been decided: by another user, or by an earlier attempt whose response was lost.
    onError: () => void reloadAll([claims.list]),
  })
  const open = openLinesOf(claim)
  return (
    <FormDialog<z.infer<typeof schema>>
      {...dialog}
      title={`Replace ${claim.claimNumber}`}
      description={`A free order for ${claim.user.fullName || claim.user.phone}, to the address of ${claim.orderNumber}. It goes with a delivery challan.`}
      save="Order replacement"
      schema={schema}
      values={{ lines: open.map((line) => String(openPieces(line))) }}
      onSave={({ lines }) =>
        replace.sendAsync({
          body: {
            claimId: claim._id,
            actionId,
            lines: open.flatMap(({ line }, i) => {
              const pieces = Number(lines[i] ?? 0)
              return pieces > 0 ? [{ line, pieces }] : []
            }),
          },
        })
      }
    >
      {open.map((line, i) => (
        <TextField
          key={line.line}
          label={`${line.productTitle}, ${line.productQuantity}`}
          inputMode="numeric"
          hint={`${counted(openPieces(line), 'piece')} claimed`}
          name={`lines.${i}`}
        />
      ))}
    </FormDialog>
  )
}
