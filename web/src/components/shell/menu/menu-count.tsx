import { approvals } from '@kirana/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { read } from '#/lib/api.ts'
import { waiting } from '#/lib/live/waiting.ts'
import { useSession } from '#/lib/session/profiles.ts'
import { useStore } from '#/lib/store.ts'
import type { Screen } from './screens.ts'

/** The number of open tasks on these screens of the menu. Renders nothing if it is 0. */
export function MenuCount({ screens }: { screens: readonly Screen[] }) {
  const orders = useStore(
    waiting,
    (all) =>
      all.filter(({ total }) => screens.some(({ waits }) => waits === (total === null ? 'photos' : 'orders')))
        .length,
  )
  const decided = screens.find(({ waits }) => waits === 'approvals')
  const isSuperadmin = decided?.to.startsWith('/superadmin') === true
  const query = isSuperadmin ? ({ as: 'superadmin' } as const) : {}
  const { data = [] } = useQuery({ ...read(approvals.list, { query }), enabled: decided !== undefined })
  const me = useSession('staff')?._id
  const toDecide = data.filter(
    ({ state, askerId }) => state === 'waiting' && (isSuperadmin || askerId !== me),
  ).length
  const size = orders + (decided ? toDecide : 0)
  return (
    size > 0 && (
      <span className="numbers ml-auto rounded-full bg-brand px-2 text-xs leading-5 font-medium text-brand-text">
        {size}
        <span className="sr-only"> waiting</span>
      </span>
    )
  )
}
