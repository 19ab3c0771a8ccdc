import type { FactorKind } from '@kirana/domain/second-factor'
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
