import { createStore } from '#/lib/store.ts'

type Waiting = { isConfirmed: Promise<boolean>; answer: (isConfirmed: boolean) => void }

/** The calls that wait for a second factor; the shell of the signed-in person asks for it. */
export const stepUp = createStore<Waiting | null>(null)

/** Asks for the second factor, once for all calls that wait for it. False when the person does not give it. */
export function confirmPerson(): Promise<boolean> {
  const waiting = stepUp.get()
  if (waiting) return waiting.isConfirmed
  const { promise: isConfirmed, resolve } = Promise.withResolvers<boolean>()
  const answer = (is: boolean) => {
    stepUp.set(null)
    resolve(is)
  }
  stepUp.set({ isConfirmed, answer })
  return isConfirmed
}
