import type { ApprovalKind } from '@kirana/domain/approval'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'

/** An action that needs a second person. `amount` is coins for the kind `coins`, otherwise paise. */
export type ApprovalRequest = {
  kind: ApprovalKind
  /** The customer whose wallet is concerned. */
  userId: string
  /** The withdrawal, the customer or the order. */
  subject: string
  amount: number
  /** Of a pick: how many settings of its lines are stored. */
  seen?: number
  /** A reason that the server itself knows, used if the person who asks gives none. */
  reason?: string
}

/** Thrown before anything is written: the action needs a second person, and none has approved it. */
export class NeedsApproval extends Error {
  readonly request: ApprovalRequest
  constructor(request: ApprovalRequest) {
    super('Needs the approval of a second person')
    this.request = request
  }
}

/** Whether the company's settings ask for a second person. */
export async function needsSecondPerson(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM company WHERE second_person`)
  return rows.length > 0
}
