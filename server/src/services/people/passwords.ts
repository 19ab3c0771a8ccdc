import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isSamplePassword, strongPasswordPattern } from '@kirana/domain/password'
import type { Client } from '../../request/client.ts'
import { HttpError } from '../../errors.ts'
import { type HashingPlace, ownPlace, withHashingPlace } from './hashing.ts'

const argon = promisify(argon2)
/** OWASP's parameters: 19 MiB, 2 passes, 1 lane. */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 }

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const derive = (password: string, nonce: Buffer, cost = currentCost) =>
  argon('argon2id', { message: password.normalize('NFC'), nonce, ...cost, tagLength: 32 })

/** The hashes of texts with the same salt. */
export const deriveKeys = (texts: readonly string[], salt: Buffer, place: HashingPlace) =>
  place.run((inTurn) => Promise.all(texts.map((text) => inTurn(() => derive(text, salt)))))

const prefix = `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$`

/** Hashes a password to a PHC string. */
export async function hashPassword(password: string, place: HashingPlace = ownPlace) {
  const salt = randomBytes(16)
  const hash = await place.run((inTurn) => inTurn(() => derive(password, salt)))
  return `${prefix}${base64(salt)}$${base64(hash)}`
}

/** A signed-in person who sets a password of their own or of another account; `person` is their rate-limit key. */
type Setting = { client: Client; person: string; sampleMode: boolean }

/**
 * Hashes a chosen password to a PHC string; `isSame`: whether it is the password with the hash `current`.
 * @throws HttpError 422 for the sample password outside sample mode, 429 or 503 when too many hashes are in progress
 */
export async function hashChosenPassword(
  password: string,
  { client, person, sampleMode }: Setting,
  current?: string,
) {
  if (!sampleMode && isSamplePassword(password))
    throw new HttpError(422, 'This is the published sample password. Please choose another one')
  return withHashingPlace(client, person, async (place) => ({
    passwordHash: await hashPassword(password, place),
    isSame: current !== undefined && (await passwordMatches(password, current, place)),
  }))
}

const dummyHash = hashPassword(randomBytes(16).toString('hex'))

/** Whether the hash has another cost than the current one. */
export const isOutdated = (phc: string) => !phc.startsWith(prefix)

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]{43})$/

/** Whether the password matches the hash. Without a hash it does the same work, so that timing reveals nothing. */
export async function passwordMatches(
  password: string,
  phc: string | undefined,
  place: HashingPlace = ownPlace,
) {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(phc ?? (await dummyHash)) ?? []
  if (!salt || !tag) throw new Error('A stored password hash has an unknown format')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const stored = Buffer.from(tag, 'base64')
  const derived = await place.run((inTurn) =>
    inTurn(() => derive(password, Buffer.from(salt, 'base64'), cost)),
  )
  return timingSafeEqual(derived, stored) && phc !== undefined
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789@$!%*?&'

/** A random password that satisfies `strongPasswordPattern`. */
export function generatePassword(): string {
  const password = Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')
  return strongPasswordPattern.test(password) ? password : generatePassword()
}
