import type { FactorKind } from '@kirana/domain/second-factor'
import { sessionOf, setPerson, type SessionRole } from './session.ts'

/** Called when the role of the signed-in staff member now requires a second factor that they do not have. */
export function mustEnrol() {
  const person = sessionOf('staff')
  if (person && !person.mustEnrol) setPerson('staff', { ...person, mustEnrol: true })
}

/** Called when the signed-in user has changed their second factors. */
export function factorsChanged(role: SessionRole, secondFactors: readonly FactorKind[]) {
  const person = sessionOf(role)
  const isMissing = secondFactors.length === 0
  if (person) setPerson(role, { ...person, secondFactors, mustEnrol: person.mustEnrol === true && isMissing })
}
