import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { strongPasswordPattern } from '@kirana/domain/password'
import { limiter } from './limiter.ts'

const argon = promisify(argon2)
/** OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
const today = { memory: 19_456, passes: 2, parallelism: 1 }

/** Two at a time: 19 MiB each, and the other core stays free for orders. */
const oneOfTwo = limiter(2)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const derive = (password: string, nonce: Buffer, cost: typeof today) =>
  oneOfTwo(() => argon('argon2id', { message: password.normalize('NFC'), nonce, ...cost, tagLength: 32 }))

const prefix = `$argon2id$v=19$m=${today.memory},t=${today.passes},p=${today.parallelism}$`

/** A PHC string to store. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  return `${prefix}${base64(salt)}$${base64(await derive(password, salt, today))}`
}

const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Whether the stored string was made at another cost than today's: to be made anew where the password is at hand. */
export const isOutdated = (phc: string) => !phc.startsWith(prefix)

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]{43})$/

/** Whether the password belongs to the stored string. Takes the same work when there is none to compare with. */
export async function passwordMatches(password: string, phc: string | undefined) {
  const [, memory, passes, parallelism, salt, tag] = form.exec(phc ?? (await nobody)) ?? []
  if (!salt || !tag) throw new Error('A stored password has an unknown form')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await derive(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(found, Buffer.from(tag, 'base64')) && phc !== undefined
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789@$!%*?&'

/** A strong password for an account that nobody has chosen one for. */
export function generatePassword(): string {
  const password = Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')
  return strongPasswordPattern.test(password) ? password : generatePassword()
}
