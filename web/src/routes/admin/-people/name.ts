import type { User } from '@kirana/contract/users'
import { formatPhone } from '#/lib/format.ts'

/** The customer's name, or their phone if they gave none. */
export const calledName = ({ fullName, phone }: Pick<User, 'fullName' | 'phone'>) =>
  fullName || formatPhone(phone)
