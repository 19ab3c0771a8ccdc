import { approvals } from '@kirana/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import { useAfterScreen } from '#/lib/after-screen.ts'
import { read } from '#/lib/api.ts'
import { useSession } from '#/lib/session/profiles.ts'

/** The number of approvals that the person can decide, beside the menu's entry; nothing while there are none. */
export function MenuCount({ to }: { to: string }) {
  const isSuperadmin = to.startsWith('/superadmin')
  const query = isSuperadmin ? ({ as: 'superadmin' } as const) : {}
  // The screen comes first.
  const enabled = useAfterScreen()
  const { data = [] } = useQuery({ ...read(approvals.list, { query }), enabled })
  const me = useSession('staff')?._id
  const size = data.filter(
    ({ state, askerId }) => state === 'waiting' && (isSuperadmin || askerId !== me),
  ).length
  return (
    size > 0 && (
      <span className="numbers ml-auto rounded-full bg-brand px-2 text-xs leading-5 font-medium text-brand-text">
        {size}
        <span className="sr-only"> waiting</span>
      </span>
    )
  )
}
