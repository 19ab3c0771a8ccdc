import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { isPosition, type Position } from '../db/position.ts'
import type { Db } from '../db/types.ts'
import { HttpError } from '../errors.ts'
import { cookieAttributes } from './access.ts'

/** What the customer app sends back from the answers to its writes. Browsers send the cookies. */
const HEADER = 'x-kirana-position'
/** Behind the browser's last write, and behind the live events that it has heard (web/src/lib/live/heard.ts). */
const WRITTEN = 'kirana-position'
const HEARD = 'kirana-heard'
/** A read without a position is at most 5 seconds behind, so an older one changes nothing. */
const KEPT_SECONDS = 10

/** Tells the caller of a write where it was committed, so that its reads are answered from there on. */
export function sendPosition(reply: FastifyReply, context: AppContext, position: Position) {
  const how = { ...cookieAttributes(reply.request, context), maxAge: KEPT_SECONDS }
  reply.header(HEADER, position).setCookie(WRITTEN, position, how)
}

/** @throws HttpError 400 when the header is not a position; a cookie that is none does not count */
function positionsSeen({ headers, cookies }: FastifyRequest): Position[] {
  const { [HEADER]: sent } = headers
  if (sent !== undefined && !isPosition(sent)) throw new HttpError(400, `The header ${HEADER} is not valid`)
  return [sent, cookies[WRITTEN], cookies[HEARD]].filter(isPosition)
}

/** What ends the read of a request whose answer begins to be sent. */
const running = new WeakMap<FastifyRequest, () => void>()
/** For the `onSend` of calls that a replica may answer: a download must not hold a connection until it has arrived. */
export const endRead = async (request: FastifyRequest) => running.get(request)?.()

/** Runs a read on the replica where there is one. If it fails there, it runs again on the primary. */
export async function readNear(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { database: { replica, db } }: AppContext,
  read: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  if (!replica) return read(db)
  const sending = new Promise<FastifyReply>((resolve) => running.set(request, () => resolve(reply)))
  return replica.read(positionsSeen(request), (from) => Promise.race([read(from), sending]))
}
