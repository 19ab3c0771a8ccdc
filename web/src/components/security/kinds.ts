import type { Factor } from '@kirana/contract/wire/second-factor'
import type { FactorKind } from '@kirana/domain/second-factor'

export const kindsOf = (factors: readonly Factor[]): FactorKind[] => [
  ...new Set(factors.map(({ kind }) => kind)),
]

/** Whether this browser can use passkeys at this address. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window
