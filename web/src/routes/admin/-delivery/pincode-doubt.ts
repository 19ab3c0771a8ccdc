import { isDoubtfulPincode } from '@kirana/domain/pincode'
import type { Doubt } from '#/components/forms/questions.tsx'

/** The question before adding pincodes that begin with 0 or 9. */
export function pincodeDoubt(pincodes: readonly string[]): Doubt | null {
  const doubtful = pincodes.filter((pincode) => isDoubtfulPincode(pincode.trim()))
  if (doubtful.length === 0) return null
  return {
    title: `Is ${doubtful.slice(0, 5).join(', ')}${doubtful.length > 5 ? ' …' : ''} right?`,
    description: 'No town’s pincode begins with 0 or 9; those that begin with 9 are of the army’s post.',
    action: 'Save anyway',
  }
}
