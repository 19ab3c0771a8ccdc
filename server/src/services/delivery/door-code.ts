import { MAX_WRONG_CODES } from '@kirana/domain/drops'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'
import { HttpError } from '../../errors.ts'
import { derive, type KeySource } from '../people/secret-box.ts'

/** A drop that is on the road, and the time when it started (ISO 8601). */
export const StartedDrop = z.strictObject({ id: z.string(), startedAt: z.string() })
export type StartedDrop = z.output<typeof StartedDrop>

/**
 * The four digits that the customer gives the rider at the door. They are computed with a key outside the database, so
 * that no backup contains them. A bag that starts again has other digits.
 */
export function doorCode(config: KeySource, { id, startedAt }: StartedDrop): string {
  const bytes = derive(config, 'door-code', `${id} ${Date.parse(startedAt)}`)
  return String(bytes.readUIntBE(0, 6) % 10_000).padStart(4, '0')
}

type Drop = { id: string; startedAt: string | null; needsCode: boolean; wrongCodes: number }
type Given = { doorCode?: string | undefined; override?: string | undefined }

/**
 * The error for the door code of a locked drop; null if the code is right, if none is needed, or if the rider gives a
 * reason for having none. A wrong code is counted, so the transaction must be committed (`KeptRefusal`).
 */
export async function doorRefusal(
  tx: Db,
  codeOf: (drop: StartedDrop) => string,
  { id, startedAt, needsCode, wrongCodes }: Drop,
  { doorCode: given, override }: Given,
): Promise<{ error: HttpError; isCounted: boolean } | null> {
  if (!needsCode || override !== undefined) return null
  const refuse = (message: string, code: string, isCounted = false) => ({
    error: new HttpError(422, message, { code }),
    isCounted,
  })
  if (wrongCodes >= MAX_WRONG_CODES)
    return refuse('Too many wrong codes: this bag is locked. Say why there is no code', 'door-locked')
  if (startedAt === null)
    return refuse('This bag has no door code before it is on the road. Start it first', 'door-code')
  if (given === undefined) return refuse('Ask the customer for the door code', 'door-code')
  if (given === codeOf({ id, startedAt })) return null
  await send(tx, sql`UPDATE drops SET wrong_codes = wrong_codes + 1 WHERE id = ${id}`)
  const left = MAX_WRONG_CODES - wrongCodes - 1
  return left === 0
    ? refuse('This is not the door code. The bag is locked now', 'door-locked', true)
    : refuse(
        `This is not the door code. ${left === 1 ? '1 try is' : `${left} tries are`} left`,
        'door-code',
        true,
      )
}
