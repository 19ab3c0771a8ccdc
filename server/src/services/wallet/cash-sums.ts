import type { Account } from '@kirana/domain/accounts'
import { entriesOf, type LedgerKind } from '@kirana/domain/wallet'
import { sql } from 'drizzle-orm'
import { send } from '../../db/send.ts'
import type { Db } from '../../db/types.ts'

/** The fields of a posting that cash depends on. */
type Posting = { kind: LedgerKind; riderId?: string | null | undefined; amounts: readonly number[] }

/** Accounts with a balance in `store_cash`. */
const tills = ['store:bank', 'store:cash', 'store:upi'] as const satisfies Account[]

/**
 * The changes that postings make to a rider's sums, in paise. The sums always satisfy collected = deposited + in hand +
 * shortage + written off.
 */
function riderSums(postings: readonly Posting[]) {
  const byRider = Map.groupBy(
    postings.filter(({ riderId }) => riderId),
    ({ riderId }) => riderId,
  )
  return [...byRider].map(([id, theirs]) => {
    const moved = movedIn(theirs)
    return {
      id,
      collected: -moved('store:sales:cash'),
      deposited: moved('store:cash'),
      in_hand: moved('rider:cash'),
      shortage: moved('rider:shortage'),
      written_off: moved('store:losses'),
    }
  })
}

/** The net change of an account by these postings. */
function movedIn(postings: readonly Posting[]) {
  const entries = postings.flatMap(({ kind, amounts }) => entriesOf(kind, amounts))
  return (account: Account) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0)
}

/**
 * Updates the sums of riders and the balances of till and bank. The rows of riders must be locked, by ascending id,
 * directly after the order's row, which serializes a correction and a count of the same cash.
 */
export async function moveCash(tx: Db, postings: readonly Posting[]) {
  const riders = riderSums(postings)
  if (riders.length > 0)
    await send(
      tx,
      sql`UPDATE riders r SET collected = r.collected + m.collected, deposited = r.deposited + m.deposited,
          in_hand = r.in_hand + m.in_hand, shortage = r.shortage + m.shortage, written_off = r.written_off + m.written_off
        FROM jsonb_to_recordset(${JSON.stringify(riders)}::jsonb) AS m(id uuid, collected bigint, deposited bigint,
          in_hand bigint, shortage bigint, written_off bigint)
        WHERE r.id = m.id`,
    )
  const moved = movedIn(postings)
  const balances = tills.flatMap((account) => {
    const change = moved(account)
    return change === 0 ? [] : [{ account, change }]
  })
  if (balances.length > 0)
    await send(
      tx,
      sql`INSERT INTO store_cash AS s (account, balance)
        SELECT m.account, m.change FROM jsonb_to_recordset(${JSON.stringify(balances)}::jsonb)
          AS m(account text, change bigint) ORDER BY m.account
        ON CONFLICT (account) DO UPDATE SET balance = s.balance + excluded.balance`,
    )
}
