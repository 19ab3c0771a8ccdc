import { opening as calls, type Opening } from '@kirana/contract/opening'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { useOpeningState } from './state.ts'

/**
 * Tells packers that the store is closed or busy. Renders nothing if it is neither, or if its state cannot be loaded.
 */
export function OpeningNote() {
  const { data } = useQuery(read(calls.get, {}))
  return data ? <Note opening={data} /> : null
}

function Note({ opening }: { opening: Opening }) {
  const { isOpen, words } = useOpeningState(opening)
  const opens = useOpensScreen()
  if (isOpen && opening.busyMinutes === 0) return null
  return (
    <div
      role="status"
      className={`mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-4 py-2.5 ${isOpen ? 'bg-warn-soft text-warn' : 'bg-bad-soft text-bad'}`}
    >
      <p className="min-w-0 flex-1">
        {isOpen
          ? `Busy: deliveries take ${counted(opening.busyMinutes, 'minute')} longer.`
          : `The store is closed. ${words}`}
      </p>
      {opens('/admin/opening/hours') && (
        <Link to="/admin/opening/hours" className="font-medium underline underline-offset-2">
          Opening Hours
        </Link>
      )}
    </div>
  )
}
