import { api } from '@kirana/contract'
import { caller, request } from '@kirana/testing/caller'
import type { Server } from '@kirana/testing/server'

/** Adds another staff member who picks; returns their calls. */
export async function secondPicker({ origin, cookies }: Server, username: string) {
  const owner = caller(origin, { cookie: cookies.superadmin })
  const person = { name: 'Ravi Kumar', username, password: 'Better@123' }
  const everything = (await owner(api.roles.list, {})).find(({ isFixed }) => isFixed)
  await owner(api.staff.add, { body: { ...person, roleId: everything?._id } })
  const { headers } = await request(origin, api.staff.login, { body: person })
  return caller(origin, { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' })
}
export type Picker = Awaited<ReturnType<typeof secondPicker>>
