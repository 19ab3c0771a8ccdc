import { createElement } from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { stepUp } from '#/lib/step-up.ts'
import { useStore } from '#/lib/store.ts'

const dialog = lazyModule(async () => (await import('./step-up.tsx')).StepUp)

/** Asks for the second factor when a call needs a recent one. The call is then repeated automatically. */
export function StepUpHost({ role }: { role: SessionRole }) {
  const waiting = useStore(stepUp)
  // If the dialog fails to load, the call fails with the server's message.
  const StepUp = useLazyModule(dialog, waiting !== null, () => waiting?.answer(false))
  return StepUp && createElement(StepUp, { role: waiting?.role ?? role, waiting })
}
