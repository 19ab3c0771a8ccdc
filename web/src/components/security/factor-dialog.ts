import type { FactorKind } from '@kirana/domain/second-factor'
import { notify } from '#/lib/notify.ts'
import type { SessionRole } from '#/lib/session/session.ts'

/** The dialogs that can be opened, except the removal of a factor. */
export type What = 'app' | 'passkey' | 'codes'

/** Props of every dialog about second factors. */
export type FactorDialog = {
  role: SessionRole
  /** The kinds of second factor that the user already has. */
  kinds: readonly FactorKind[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Props of dialogs that add a factor. `onAdded` gets the recovery codes, which are made only for the first factor. */
export type AddingFactor = FactorDialog & { onAdded: (codes: string[]) => void }

type Added = { data: { recoveryCodes: string[] }; message: string }

/**
 * Passes on the recovery codes. If there are none, a notice says that the factor was added; otherwise the dialog with
 * the codes says so.
 */
export function finishAdding({ data, message }: Added, onAdded: AddingFactor['onAdded']) {
  if (data.recoveryCodes.length === 0) notify('success', message)
  onAdded(data.recoveryCodes)
}
