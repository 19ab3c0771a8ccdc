import { randomBytes } from 'node:crypto'
import type { Role } from '@kirana/domain/vocabulary'
import { lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/types.ts'
import { knownDevices } from '../tables/people.ts'

/** Days that a browser stays a known device after its last sign-in. */
export const DEVICE_DAYS = 180

/** A new device token. Only its hash is stored. */
export const newDeviceToken = () => randomBytes(32).toString('base64url')

export const isDeviceToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

/**
 * SHA-256 of a device token and a person: several people may share one computer, and the stored rows must not reveal
 * that.
 */
export const deviceHash = (role: Role, personId: SQL, token: string) =>
  sql`encode(sha256(convert_to(${role}::text || ' ' || ${personId}::text || ' ' || ${token}::text, 'UTF8')), 'hex')`

/** Removes devices without a sign-in for `DEVICE_DAYS`. */
export const purgeUnusedDevices = (db: Db, now: Date) =>
  db.delete(knownDevices).where(lt(knownDevices.seenAt, new Date(now.getTime() - DEVICE_DAYS * 86_400_000)))
