import { stock, type StockRow } from '@kirana/contract/stock'
import { MAX_STOCK } from '@kirana/domain/stock'
import { useState } from 'react'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'
import { countReasons, nameOf } from './words.tsx'

/** The pieces on hand; a press turns them into a field with a reason. */
export function CountCell({ row }: { row: StockRow }) {
  const [isCounting, setCounting] = useState(false)
  if (isCounting) return <CountForm row={row} onClose={() => setCounting(false)} />
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={`Count ${nameOf(row)}: ${row.onHand === null ? 'not tracked' : `${row.onHand} on hand`}`}
      onClick={() => setCounting(true)}
    >
      {row.onHand === null ? 'Count' : count(row.onHand)}
    </Button>
  )
}

function CountForm({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const [pieces, setPieces] = useState(row.onHand === null ? '' : String(row.onHand))
  const [reason, setReason] = useState<string>(countReasons[0])
  const [words, setWords] = useState('')
  const write = useWrite(stock.count, { reload: [stock.list, stock.movements], onDone: onClose })
  const isOther = reason === 'Other'
  return (
    <form
      className="flex flex-col gap-1.5 md:w-44"
      onSubmit={(event) => {
        event.preventDefault()
        const said = isOther ? words : reason
        write.send({ body: { variantId: row.variantId, onHand: pieces, reason: said } })
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Input
        autoFocus
        aria-label={`Pieces of ${nameOf(row)}`}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_STOCK}
        required
        value={pieces}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setPieces(target.value)}
      />
      <select
        className="field"
        aria-label="Reason"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      >
        {countReasons.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      {isOther && (
        <Input
          aria-label="Other reason"
          placeholder="Reason"
          required
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <div className="flex gap-1.5">
        <Button type="submit" size="small" busy={write.isSending}>
          Save
        </Button>
        <Button variant="text" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {row.onHand !== null && (
        <Button
          variant="text"
          size="small"
          disabled={write.isSending}
          onClick={() =>
            write.send({ body: { variantId: row.variantId, onHand: null, reason: 'Not tracked any more' } })
          }
        >
          Stop tracking
        </Button>
      )}
    </form>
  )
}
