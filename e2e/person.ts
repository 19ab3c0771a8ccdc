import { api } from '@kirana/contract'
import type { Call } from '@kirana/testing/caller'

type Person = { name: string; username: string; password: string; email?: string }

/** Adds a staff member with all permissions. Without an explicit role, only the first staff member would get all. */
export async function addPerson(superadmin: Call, person: Person) {
  const everything = (await superadmin(api.roles.list, {})).find(({ isFixed }) => isFixed)
  await superadmin(api.staff.add, { body: { ...person, roleId: everything?._id } })
}
