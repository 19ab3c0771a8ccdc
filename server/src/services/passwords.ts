import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { strongPasswordPattern } from '@kirana/domain/password'
import { limiter } from './limiter.ts'

const derive = promisify(argon2)
/** OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const stored = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

/** Two at a time: 19 MiB each, and the other core stays free for orders. */
const oneOfTwo = limiter(2)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const hash = (password: string, salt: Buffer) =>
  oneOfTwo(() => derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...cost }))

/** A PHC string to store. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  return `${stored}${base64(salt)}$${base64(await hash(password, salt))}`
}

const nobody = hashPassword(randomBytes(16).toString('hex'))

/** Whether the password belongs to the stored string. Takes the same work when there is none to compare with. */
export async function passwordMatches(password: string, phc: string | undefined) {
  const compared = phc ?? (await nobody)
  const [salt, tag] = compared.slice(stored.length).split('$')
  if (!compared.startsWith(stored) || !salt || !tag) throw new Error('A stored password has an unknown form')
  const found = await hash(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(found, Buffer.from(tag, 'base64')) && phc !== undefined
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789@$!%*?&'

/** A strong password for an account that nobody has chosen one for. */
export function generatePassword(): string {
  const password = Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')
  return strongPasswordPattern.test(password) ? password : generatePassword()
}
