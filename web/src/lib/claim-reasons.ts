import type { Claim } from '@kirana/contract/claims'

export const reasonNames: Record<Claim['reason'], string> = {
  damaged: 'Damaged',
  wrong: 'Wrong item',
  missing: 'Missing',
  expired: 'Expired',
  quality: 'Quality',
}
