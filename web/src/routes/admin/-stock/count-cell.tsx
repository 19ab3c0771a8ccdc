import { stock, type StockRow } from '@kirana/contract/stock'
import { MAX_STOCK } from '@kirana/domain/stock'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWrite } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Input } from '#/ui/field.tsx'
import { countReasons, nameOf } from './words.tsx'

/** The pieces on hand. A press opens a field and a reason over the row, so that nothing in the table moves. */
export function CountCell({ row }: { row: StockRow }) {
  const [isCounting, setCounting] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setCounting(false))
    // Return the focus, unless it has moved to another part of the page while the count was being saved.
    if (document.activeElement === document.body) button.current?.focus()
  }
  return (
    <span className="inline-block">
      {isCounting && <CountForm row={row} onClose={close} />}
      <Button
        ref={button}
        variant="outline"
        size="small"
        // The form covers the button. `inert`, because an invisible button could not take the focus until the next
        // frame.
        inert={isCounting}
        aria-label={`Count ${nameOf(row)}: ${row.onHand === null ? 'not tracked' : `${row.onHand} on hand`}`}
        onClick={() => setCounting(true)}
      >
        {row.onHand === null ? 'Count' : count(row.onHand)}
      </Button>
    </span>
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
      className="absolute z-20 flex flex-wrap items-center gap-1.5 rounded-control bg-surface p-2 shadow-float dark:bg-raised"
      onSubmit={(event) => {
        event.preventDefault()
        const given = isOther ? words : reason
        write.send({ body: { variantId: row.variantId, onHand: pieces, reason: given } })
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
        className="w-20"
        value={pieces}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setPieces(target.value)}
      />
      <select
        className="field w-40"
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
          className="w-40"
          required
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <Button type="submit" size="small" busy={write.isSending}>
        Save
      </Button>
      <Button variant="text" size="small" onClick={onClose}>
        Cancel
      </Button>
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
