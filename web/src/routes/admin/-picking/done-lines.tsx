import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { counted } from '#/lib/format.ts'

/** The completed lines, collapsed into one row. `children` are their rows. */
export function DoneLines({ count, children }: { count: number; children: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (count === 0) return null
  return (
    <section aria-label="Done lines" className="card mt-3 overflow-clip">
      <button
        type="button"
        aria-expanded={isUnfolded}
        className="numbers flex min-h-11 w-full items-center gap-2 px-3 font-medium text-ok hover:bg-sunken"
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? <ChevronDown aria-hidden size={18} /> : <ChevronRight aria-hidden size={18} />}
        {counted(count, 'line')} done
      </button>
      {isUnfolded && (
        <ul aria-label="Done" className="divide-y divide-line border-t border-line">
          {children}
        </ul>
      )}
    </section>
  )
}
