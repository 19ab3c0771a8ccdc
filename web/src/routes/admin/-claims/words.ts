import type { Claim } from '@kirana/contract/claims'
import type { Tone } from '#/components/tables/badges.tsx'

export const stateTones: Record<Claim['state'], readonly [name: string, tone: Tone]> = {
  open: ['Open', 'warn'],
  refunded: ['Refunded', 'ok'],
  replaced: ['Replaced', 'ok'],
  refused: ['Refused', 'bad'],
}

export const destinationNames: Record<Claim['destinations'][number], string> = {
  wallet: 'Wallet',
  source: 'Source of the online payment',
  cash: 'Cash from the till',
}
