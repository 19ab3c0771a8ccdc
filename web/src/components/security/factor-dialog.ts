import type { FactorKind } from '@kirana/domain/second-factor'
import { notify } from '#/lib/notify.ts'
import type { SessionRole } from '#/lib/session/session.ts'

/** What can be opened beside a factor's own removal. */
export type What = 'app' | 'passkey' | 'codes'

/** What every dialog about second factors gets. */
export type FactorDialog = {
  role: SessionRole
  /** The kinds that the person has already. */
  kinds: readonly FactorKind[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Dialogs that add a factor get its recovery codes, if it is the first one. */
export type AddingFactor = FactorDialog & { onAdded: (codes: string[]) => void }

type Added = { data: { recoveryCodes: string[] }; message: string }

/** Hands over the recovery codes. Without any, a notice says that the factor was added: they say it as well. */
export function finishAdding({ data, message }: Added, onAdded: AddingFactor['onAdded']) {
  if (data.recoveryCodes.length === 0) notify('success', message)
  onAdded(data.recoveryCodes)
}
