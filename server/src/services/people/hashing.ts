import type { Client } from '../../request/client.ts'
import { fairTurns } from '../../request/fair-turns.ts'
import { withoutTurn } from '../../request/held-turn.ts'
import { places } from '../../request/places.ts'

/**
 * Two hashes at a time: each takes 19 MiB, and the other cores stay free for orders. One is reserved for known callers,
 * so that they never wait for strangers. A known caller is signed in, or uses a browser on which the person has signed
 * in before. `waiting` below limits the queue.
 */
const unlimited = { runningPerCaller: 2, waitingPerCaller: Infinity, waiting: Infinity }
const queue = fairTurns({
  turns: 2,
  lanes: { known: { reserved: 1, ...unlimited }, strangers: { reserved: 0, ...unlimited } },
})

/**
 * Calls that wait for a hash or compute one: for strangers 20 per network, because a whole shift may sign in from new
 * browsers in the same second, and 10 per address; 10 per known caller. More are treated as an attack.
 */
const waiting = places({ total: 120, kept: 40 })

/** Computes one hash when it is the caller's turn. */
type InTurn = <T>(hash: () => Promise<T>) => Promise<T>

/**
 * A caller's place in the queue for hashes. `run` releases the call's database turn while it runs `work`, which waits
 * in the queue for each hash.
 * @throws HttpError 429, 503
 */
export type HashingPlace = { run: <T>(work: (inTurn: InTurn) => Promise<T>) => Promise<T> }

/** The place for commands and background work. */
export const ownPlace: HashingPlace = { run: (work) => work((hash) => queue.run('known', '', hash)) }

/**
 * Runs `work` with a place in the queue for hashes. Count an attempt within `work`, so that a caller who is rejected
 * here loses none.
 * @param known the key of a known caller; null for strangers, whose calls are counted by address and by network
 * @throws HttpError 429 when the caller or its network has too many places, 503 when all are taken
 */
export async function withHashingPlace<T>(
  { address, network, visit }: Pick<Client, 'address' | 'network' | 'visit'>,
  known: string | null,
  work: (place: HashingPlace) => Promise<T>,
): Promise<T> {
  const [lane, key] = known === null ? (['strangers', network] as const) : (['known', known] as const)
  const most =
    known === null ? { [`network ${network}`]: 20, [`address ${address}`]: 10 } : { [`known ${known}`]: 10 }
  const release = waiting.take(most, known !== null)
  try {
    return await work({
      run: (hashes) => withoutTurn(visit, () => hashes((hash) => queue.run(lane, key, hash))),
    })
  } finally {
    release()
  }
}
