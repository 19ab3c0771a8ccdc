import { api } from '@kirana/contract'
import { type Call, caller } from '@kirana/testing/caller'
import type { Server } from '@kirana/testing/server'

/**
 * Runs `work` while payouts from `payoutApprovalFrom` rupees need the approval of a second person, then disables the
 * rule.
 */
export async function withSecondPerson(
  server: Server,
  payoutApprovalFrom: number,
  work: (superadmin: Call) => Promise<void>,
) {
  const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
  const colleagues = async () =>
    (await superadmin(api.staff.list, {})).filter(
      ({ isActive, username }) => isActive && username !== 'staff',
    )
  const before = await colleagues()
  const activate = (isActive: boolean) => (one: (typeof before)[number]) =>
    superadmin(api.staff.edit, { body: { staffId: one._id, name: one.name, isActive } })
  const set = (secondPerson: boolean) =>
    superadmin(api.company.edit, { body: { secondPerson, payoutApprovalFrom } })
  await set(true)
  try {
    await work(superadmin)
  } finally {
    // Deactivates the other staff members first, because the rule can only be disabled while one staff member is
    // active.
    await Promise.all((await colleagues()).map(activate(false)))
    await set(false)
    await Promise.all(before.map(activate(true)))
  }
}
