import type { ApprovalKind } from '@kirana/domain/approval'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/types.ts'

/** What somebody wants to do that takes a second person. `amount` is coins, or paise of the other kinds. */
export type Request = {
  kind: ApprovalKind
  /** The customer whose wallet is concerned. */
  userId: string
  /** The withdrawal, the customer or the order. */
  subject: string
  amount: number
  /** Why, if the store itself can say it. */
  reason?: string
}

/** Thrown before anything is written: the action needs a second person, and none has approved it. */
export class NeedsApproval extends Error {
  readonly request: Request
  constructor(request: Request) {
    super('Needs the approval of a second person')
    this.request = request
  }
}

/** Whether the company's settings ask for a second person. */
export async function needsSecondPerson(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM company WHERE second_person`)
  return rows.length > 0
}
