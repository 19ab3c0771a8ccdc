import { readdirSync, readFileSync } from 'node:fs'
import { api, callsOf, type Route } from '@kirana/contract'
import { caller, request } from '@kirana/testing/caller'
import { addCookie } from '@kirana/testing/cookies'
import { aPicture } from '@kirana/testing/png'
import { expect, test } from '../test.ts'

const password = 'Packer@2026'

type Told = { called: string[]; refused: string[]; notInRole: string[]; links: string[] }

/** Whether a role with these permissions includes a call that needs `can`. */
function includes(granted: readonly string[], can: NonNullable<Route['can']>) {
  if (can === 'everybody') return true
  const has = (one: string) => granted.includes(one)
  return typeof can === 'object' && 'all' in can ? can.all.every(has) : [can].flat().some(has)
}

const calls = callsOf(api).filter(({ route }: { route: Route }) => route.can !== undefined) as {
  name: string
  route: Route
}[]

/** The part of the contract that the page needs: the name of a call by its method and path. */
const inPage = calls.map(({ name, route: { method, path, writes } }) => ({
  name,
  method,
  path: `^/api/v1${path.replace(/:\w+/g, '[^/]+')}$`,
  writes,
}))

/**
 * The chunks that the app imports dynamically. Chunks that these share are not listed, because they must be evaluated
 * in the order of the imports.
 */
function chunks() {
  const assets = new URL('../../web/dist/assets/', import.meta.url)
  const texts = readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, assets), 'utf8'))
  const names = texts.flatMap((text) => [...text.matchAll(/\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)])
  return [...new Set(names.map(([, name]) => `/assets/${name}`))]
}

/** Calls that the run of each preset makes at least. Everything has the permissions of Manager: one run checks both. */
const walks = {
  Manager: ['approvals.list', 'withdrawals.list', 'payments.list', 'wallet.addCoins', 'coupons.add'],
  Packer: ['orders.changeStatus', 'manualOrders.changeStatus', 'stock.count', 'stock.movements'],
  Accountant: ['reports.export', 'users.get', 'wallet.entries', 'withdrawals.list', 'payments.list'],
  Dispatcher: ['orders.changeStatus', 'manualOrders.changeStatus', 'invoices.get'],
}

for (const [role, least] of Object.entries(walks))
  test(`${role} sees no action that the role does not permit`, async ({ page, context, server }) => {
    // Several hundred presses take long.
    test.setTimeout(600_000)
    const superadmin = caller(server.origin, { cookie: server.cookies.superadmin })
    const all = await superadmin(api.roles.list, {})
    const { _id: roleId = '', permissions = [] } = all.find(({ name }) => name === role) ?? {}
    const granted: readonly string[] = permissions
    const [everything, manager] = ['Everything', 'Manager'].map((name) =>
      all.find((one) => one.name === name),
    )
    expect(manager?.permissions).toEqual(everything?.permissions)
    const username = `new${role.toLowerCase()}`
    await superadmin(api.staff.add, { body: { name: role, username, password } })
    const person = (await superadmin(api.staff.list, {})).find((one) => one.username === username)
    await superadmin(api.staff.edit, { body: { staffId: person?._id ?? '', name: role, roleId } })
    const { headers } = await request(server.origin, api.staff.login, { body: { username, password } })
    await addCookie(context, server.origin, headers.getSetCookie()[0]?.split(';')[0] ?? '')

    const forbidden: string[] = []
    page.on('response', (answer) => void (answer.status() === 403 && forbidden.push(answer.url())))
    const picture = JSON.stringify(aPicture().buffer.toString('base64'))
    await page.addInitScript(
      `globalThis.pressingCalls = ${JSON.stringify(inPage)}; globalThis.pressingPicture = ${picture}`,
    )
    await page.addInitScript({ path: new URL('pressing.js', import.meta.url).pathname })
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await page.evaluate(`pressing.preload(${JSON.stringify(chunks())})`)

    const paths = ['/admin/dashboard']
    let told: Told | null = null
    for (const path of paths) {
      told = await page.evaluate<Told>(`pressing.screen(${JSON.stringify(path)})`)
      for (const link of told.links) if (link.startsWith('/admin/') && !paths.includes(link)) paths.push(link)
    }
    for (const text of ['987', 'rice']) told = await page.evaluate<Told>(`pressing.palette('${text}')`)

    const made = told?.called ?? []
    const outside = calls.filter(
      ({ name, route: { can = 'everybody' } }) => made.includes(name) && !includes(granted, can),
    )
    expect(outside.map(({ name }) => name)).toEqual([])
    expect({ forbidden, refused: told?.refused, notInRole: told?.notInRole }).toEqual({
      forbidden: [],
      refused: [],
      notInRole: [],
    })
    expect(least.filter((name) => !made.includes(name))).toEqual([])
  })
