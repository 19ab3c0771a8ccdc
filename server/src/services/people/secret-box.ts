import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HttpError } from '../../errors.ts'

const FILE = 'second-factor.key'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The configured key, or the folder with a generated one. */
export type KeySource = { secondFactorKey: Buffer | null; dataDir: string }

/**
 * The key in `DATA_DIR`, which is generated with the first secret. The complete file is linked to its name, so that no
 * process reads half a key.
 */
function keyInFolder(dataDir: string): Buffer {
  const path = join(dataDir, FILE)
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true })
  // Processes in two containers may have the same process id.
  const made = `${path}.${randomUUID()}`
  writeFileSync(made, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
  try {
    linkSync(made, path)
  } catch (error) {
    // Another process was faster, so its key is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
  return readFileSync(path)
}

const keys = new WeakMap<KeySource, Buffer>()
function keyOf(config: KeySource): Buffer {
  const key = keys.get(config) ?? config.secondFactorKey ?? keyInFolder(config.dataDir)
  if (key.length !== KEY_BYTES) throw new Error(`${FILE} must have ${KEY_BYTES} bytes`)
  keys.set(config, key)
  return key
}

const nameOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Encrypts a secret (AES-256-GCM) with a key that is not in the database. `unseal` needs the same `owner`. */
export function seal(config: KeySource, secret: string, owner: string): string {
  const key = keyOf(config)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${nameOf(key)}.${bytes.toString('base64url')}`
}

/**
 * Decrypts a secret of `seal`.
 * @throws HttpError 503 when it was encrypted with another key, because the database was moved here without its key
 */
export function unseal(config: KeySource, sealed: string, owner: string): string {
  const key = keyOf(config)
  const [name, text = ''] = sealed.split('.')
  if (name !== nameOf(key))
    throw new HttpError(
      503,
      'This server has another key than the one that set up the app. Use a recovery code or a passkey',
      { code: 'other-key' },
    )
  const bytes = Buffer.from(text, 'base64url')
  const tag = bytes.subarray(-TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
}

/** 32 bytes derived from `text` and a key that is not in the database. Another `purpose` gives other bytes. */
export const derive = (config: KeySource, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyOf(config)).update(`${purpose}\0${text}`).digest()
