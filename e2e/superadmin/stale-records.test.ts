import { api } from '@kirana/contract'
import { caller, type Call } from '@kirana/testing/caller'
import { expect, test } from '../test.ts'
import { form } from '../admin/list.ts'
import { comparison } from '../stale.ts'

/** An edit form, and another user's change of the same record. */
type Edited = {
  path: string
  opens: string | RegExp
  title: string
  label: string
  /** Saves `theirs` as the other user. */
  change: (theirs: string) => Promise<unknown>
  stored: () => Promise<string | undefined>
}

async function aRelease(call: Call): Promise<Edited> {
  const body = { buildNumber: 77, description: 'Faster' }
  await call(api.releases.add, { body: { ...body, versionName: 'Stale' } })
  const all = () => call(api.releases.list, {})
  const releaseId = (await all()).find(({ versionName }) => versionName === 'Stale')?._id ?? ''
  return {
    path: '/superadmin/app-release',
    opens: 'Edit Stale',
    title: 'Edit Release',
    label: 'Version Name',
    change: (versionName) => call(api.releases.edit, { body: { ...body, releaseId, versionName } }),
    stored: async () => (await all()).find(({ _id }) => _id === releaseId)?.versionName,
  }
}

async function aRole(call: Call): Promise<Edited> {
  const permissions = ['orders.read' as const]
  const { _id: roleId } = await call(api.roles.add, { body: { name: 'Stale role', permissions } })
  return {
    path: '/superadmin/roles',
    opens: 'Edit Stale role',
    title: 'Edit Role',
    label: 'Name',
    change: (name) => call(api.roles.edit, { body: { roleId, name, permissions } }),
    stored: async () => (await call(api.roles.list, {})).find(({ _id }) => _id === roleId)?.name,
  }
}

async function aPerson(call: Call): Promise<Edited> {
  const body = { name: 'Stale person', username: 'stale.person', password: 'Better@123' }
  await call(api.staff.add, { body })
  const all = () => call(api.staff.list, {})
  const staffId = (await all()).find(({ username }) => username === body.username)?._id ?? ''
  return {
    path: '/superadmin/staff',
    opens: 'Edit Stale person',
    title: 'Edit Staff',
    label: 'Name',
    change: (name) => call(api.staff.edit, { body: { staffId, name } }),
    stored: async () => (await all()).find(({ _id }) => _id === staffId)?.name,
  }
}

for (const [name, make] of Object.entries({ release: aRelease, role: aRole, person: aPerson }))
  test(`a refused edit of a ${name} shows the other user’s value beside mine`, async ({
    superadminPage: page,
    server,
  }) => {
    const { path, opens, title, label, change, stored } = await make(
      caller(server.origin, { cookie: server.cookies.superadmin }),
    )
    await page.goto(path)
    await page.getByRole('button', { name: opens, exact: true }).click()
    const edited = form(page, title)
    const typed = edited.getByLabel(label, { exact: true })
    await typed.fill('Mine')
    await change('Theirs')
    await edited.getByRole('button', { name: 'Save', exact: true }).click()
    const changes = comparison(edited, 'superadmin')
    await expect(changes.getByRole('row')).toHaveText(['FieldTheirsMine', `${label}TheirsMine`])
    await changes.getByRole('button', { name: 'Use theirs', exact: true }).click()
    await expect(typed).toHaveValue('Theirs')
    await typed.fill('Mine')
    await edited.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(edited).toBeHidden()
    expect(await stored()).toBe('Mine')
  })
