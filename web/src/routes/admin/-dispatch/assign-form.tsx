import type { DispatchRider } from '@kirana/contract/dispatch'
import { useState } from 'react'
import { counted } from '#/lib/format.ts'
import { ScanButton } from '#/components/scanning/scan-button.tsx'
import { Button } from '#/ui/button.tsx'

type Props = {
  riders: readonly DispatchRider[]
  bags: number
  isSending: boolean
  onAssign: (riderId: string) => void
  /** Handles a scanned code and returns the message about it. */
  onScan: (code: string) => string
  message: string
}

/** Assigns the selected bags to a rider, who is selected from a list or by scanning their card. */
export function AssignForm({ riders, bags, isSending, onAssign, onScan, message }: Props) {
  const [riderId, setRiderId] = useState('')
  return (
    <form
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onAssign(riderId)
      }}
    >
      <select
        aria-label="Rider"
        className="field w-auto max-md:flex-1"
        required
        value={riderId}
        onChange={({ target }) => setRiderId(target.value)}
      >
        <option value="">Choose a rider</option>
        {riders.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" disabled={bags === 0 || riderId === ''} busy={isSending}>
        Give {counted(bags, 'bag')}
      </Button>
      <ScanButton onScan={onScan} />
      <p role="status" className="numbers min-w-0 text-sm text-muted wrap-anywhere empty:hidden">
        {message}
      </p>
    </form>
  )
}
