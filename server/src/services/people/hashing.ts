import type { Client } from '../../request/client.ts'
import { fairTurns, type Turn } from '../../fair-turns.ts'
import { placeIn, places } from '../../places.ts'
import { fairQueue } from '../shared/fair-queue.ts'

/** Known: signed in, or on a browser on which the person has signed in before. */
const reserved = { known: 1, strangers: 0 }

/**
 * Two hashes at a time: each takes 19 MiB, and the other cores stay free for orders. One is for known callers alone, so
 * that they never wait behind strangers.
 */
const queue = fairQueue({ concurrency: 2, reserved })

/**
 * Callers that wait for a hash or have one: 20 of a network, which may be a whole shift that signs in from new browsers in
 * the same second, and 10 of a known caller. More than that is an attack on the queue.
 */
const callers = fairTurns({ turns: 120, lanes: { known: places(40, 10), strangers: places(0, 20) } })
const strangersOfAnAddress = fairTurns({
  turns: Number.POSITIVE_INFINITY,
  lanes: { strangers: places(0, 10) },
})

/** Makes one hash when it is the caller's turn. */
type InTurn = <T>(hash: () => Promise<T>) => Promise<T>

/**
 * A caller's place in the queue for hashes. `run` runs `work`, each of its hashes in turn, while the call holds no turn at
 * the database.
 * @throws HttpError 429, 503
 */
export type HashingPlace = { run: <T>(work: (inTurn: InTurn) => Promise<T>) => Promise<T> }

/** The place of commands and of work that the process starts by itself. */
export const ownPlace: HashingPlace = { run: (work) => work((hash) => queue.run('known', '', hash)) }

/**
 * Runs `work` with a place in the queue for hashes. Count an attempt within it, so that a caller rejected here loses none.
 * @param known the key of a known caller; null for strangers, who are counted by address and by network
 * @throws HttpError 429 when the caller or its network has too many places, 503 when all are taken
 */
export async function withHashingPlace<T>(
  { address, network, visit }: Pick<Client, 'address' | 'network' | 'visit'>,
  known: string | null,
  work: (place: HashingPlace) => Promise<T>,
): Promise<T> {
  const [lane, key] = known === null ? (['strangers', network] as const) : (['known', known] as const)
  const held: Turn[] = []
  try {
    if (known === null) held.push(placeIn(strangersOfAnAddress, 'strangers', address))
    held.push(placeIn(callers, lane, key))
    return await work({
      run: async (hashes) => {
        visit?.pause()
        const result = await hashes((hash) => queue.run(lane, key, hash))
        await visit?.resume()
        return result
      },
    })
  } finally {
    for (const place of held) place.end()
  }
}
