import type { Order } from '@kirana/contract/orders'
import { useId } from 'react'
import { Entries } from '#/components/journal/lazy.ts'

/** 'Asha (staff)' → the name and the role. */
function personOf(by: string) {
  const [, person, role] = / \((?:staff|customer)\)$/.test(by) ? (/^(.*) \((.*)\)$/.exec(by) ?? []) : []
  return { person: person ?? by, role: role ?? '' }
}

/** Status changes: who, when, from and to; newest first. */
export function OrderTimeline({ history }: { history: Order['history'] }) {
  const id = useId()
  const rows = history.map(({ from, to, at, by }, step) => ({
    _id: String(step),
    at,
    ...personOf(by),
    parts: [{ text: from === null ? 'placed the order' : `set the order from ${from} to ${to}` }],
    changes: [],
    pictures: [],
  }))
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <h2 id={id} className="px-4 py-3 text-lg font-semibold sm:px-5">
        Timeline
      </h2>
      <Entries rows={rows.toReversed()} heading="h3" />
    </section>
  )
}
