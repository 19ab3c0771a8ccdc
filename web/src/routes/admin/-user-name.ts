import type { User } from '@kirana/contract/users'
import { formatPhone } from '#/lib/format.ts'

/** What to call a customer where something has to stand: the phone of one who has not told a name. */
export const calledName = ({ fullName, phone }: Pick<User, 'fullName' | 'phone'>) =>
  fullName || formatPhone(phone)
