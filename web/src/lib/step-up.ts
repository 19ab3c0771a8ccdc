import { createStore } from '#/lib/store.ts'

/** The account to ask, if it is not that of the current area. */
type Other = 'superadmin' | undefined

type Waiting = {
  role: Other
  isConfirmed: Promise<boolean>
  answer: (isConfirmed: boolean) => void
}

/** The calls that wait for a second factor. The shell of the area asks for it. */
export const stepUp = createStore<Waiting | null>(null)

/**
 * Asks for the second factor of an account; false if the user cancels. One dialog serves all waiting calls of the same
 * account.
 */
export function confirmPerson(role?: Other): Promise<boolean> {
  const waiting = stepUp.get()
  if (waiting)
    return waiting.role === role ? waiting.isConfirmed : waiting.isConfirmed.then(() => confirmPerson(role))
  const { promise: isConfirmed, resolve } = Promise.withResolvers<boolean>()
  const answer = (is: boolean) => {
    stepUp.set(null)
    resolve(is)
  }
  stepUp.set({ role, isConfirmed, answer })
  return isConfirmed
}
