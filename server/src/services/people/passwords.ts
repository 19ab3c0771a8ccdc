import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isSamplePassword, strongPasswordPattern } from '@kirana/domain/password'
import { HttpError } from '../../errors.ts'
import { fairQueue } from '../shared/fair-queue.ts'

const argon = promisify(argon2)
/** OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 }

/**
 * Two hashes at a time: each takes 19 MiB, and the other cores stay free for orders. Ten per caller, because a whole shift
 * may sign in from one address in the same second; more than that is an attack on the queue.
 */
const hashing = fairQueue({ concurrency: 2, perCaller: 10 })

/**
 * Reserves one of the caller's places in the hashing queue; returns the function that releases it. Call it before
 * counting an attempt, so that a caller rejected here loses none.
 * @throws HttpError 429 when the caller has too many hashes in progress
 */
export const enterHashing = (caller: string) => hashing.enter(caller)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const derive = (password: string, nonce: Buffer, cost: typeof currentCost, caller: string) =>
  hashing.run(caller, () =>
    argon('argon2id', { message: password.normalize('NFC'), nonce, ...cost, tagLength: 32 }),
  )

/** The bytes of a hash with a given salt, for texts of which several share one. */
export const deriveKey = (text: string, salt: Buffer, caller: string) =>
  derive(text, salt, currentCost, caller)

const prefix = `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$`

/** The caller of commands and of work that the process starts by itself. */
const noCaller = ''

/** Hashes a password to a PHC string. */
export async function hashPassword(password: string, caller = noCaller) {
  const salt = randomBytes(16)
  return `${prefix}${base64(salt)}$${base64(await derive(password, salt, currentCost, caller))}`
}

/**
 * Hashes a password that a person chose to a PHC string.
 * @throws HttpError 422 for the sample password outside sample mode, 429 when the caller has too many hashes in progress
 */
export async function hashChosenPassword(
  password: string,
  { caller, sampleMode }: { caller: string; sampleMode: boolean },
) {
  if (!sampleMode && isSamplePassword(password))
    throw new HttpError(422, 'This is the published sample password. Please choose another one')
  const leave = enterHashing(caller)
  try {
    return await hashPassword(password, caller)
  } finally {
    leave()
  }
}

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/** Whether the hash was made at another cost than the current one. */
export const isOutdated = (phc: string) => !phc.startsWith(prefix)

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]{43})$/

/** Whether the password matches the hash. Without a hash it does the same work, so that timing reveals nothing. */
export async function passwordMatches(password: string, phc: string | undefined, caller = noCaller) {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(phc ?? (await dummyHash)) ?? []
  if (!salt || !tag) throw new Error('A stored password hash has an unknown format')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost, caller)
  return timingSafeEqual(derived, Buffer.from(tag, 'base64')) && phc !== undefined
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789@$!%*?&'

/** A random password that satisfies `strongPasswordPattern`. */
export function generatePassword(): string {
  const password = Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')
  return strongPasswordPattern.test(password) ? password : generatePassword()
}
