import { api } from '@kirana/contract'
import { codeAt } from '@kirana/testing/totp'
import { and, eq } from 'drizzle-orm'
import { seal } from '../services/people/secret-box.ts'
import { newTotp } from '../services/people/totp.ts'
import { sessions } from '../tables/people.ts'
import { secondFactors } from '../tables/second-factors.ts'
import { type Credentials, password, type TestApp } from './app.ts'

const groups = { staff: api.staffSecurity, superadmin: api.superadminSecurity }
export type SecuredRole = keyof typeof groups
export const securityOf = (role: SecuredRole) => groups[role] as typeof api.staffSecurity

/** The cookies of an answer, for the next request of the same browser. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) => ({
  cookie: [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; '),
})

/** An authenticator app of a person who used it an hour ago, without recovery codes: they take long to hash. */
export async function givenApp(t: TestApp, { id }: Credentials, role: SecuredRole = 'staff') {
  const { secret } = newTotp('asha')
  const sealed = seal(t.context.config, secret, id)
  await t.db
    .insert(secondFactors)
    .values({ role, personId: id, kind: 'totp', name: 'Authenticator app', secret: sealed })
  const provedAt = new Date(t.context.now().getTime() - 3_600_000)
  await t.db
    .update(sessions)
    .set({ provedAt })
    .where(and(eq(sessions.role, role), eq(sessions.personId, id)))
  return { secret, code: () => codeAt(secret, t.context.now()) }
}

/**
 * Sets up an authenticator app, a minute ago by the app's clock. Returns its key, a function that returns the current code,
 * and the recovery codes. `as` gets the session's new cookie.
 */
export async function withApp(t: TestApp, as: Credentials, role: SecuredRole = 'staff') {
  const calls = securityOf(role)
  const { data: made } = await t.call(calls.startTotp, { body: { password } }, as)
  const code = () => codeAt(made.secret, t.context.now())
  const added = await t.call(calls.addTotp, { body: { code: code() } }, as)
  Object.assign(as.headers, cookiesOf(added))
  t.clock.pass(1)
  return { secret: made.secret, code, recoveryCodes: added.data.recoveryCodes, added }
}
