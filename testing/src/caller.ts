import type { Data, Route, Sent } from '@kirana/contract'
import { ownPage } from '@kirana/contract/wire/own-page'
import { requestOf } from '@kirana/contract/wire/request'

export type Call = <R extends Route>(route: R, sent: Sent<R>) => Promise<Data<R>>

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(`${status} ${message}`)
    this.status = status
  }
}

/** Makes one call of the contract; returns the data and the response headers. Throws ApiError. */
export async function request<R extends Route>(
  origin: string,
  route: R,
  sent: Sent<R>,
  headers: Record<string, string> = {},
) {
  const { url, ...made } = requestOf(route, sent)
  const answer = await fetch(`${origin}${url}`, {
    ...made,
    headers: { ...ownPage, ...made.headers, ...headers },
  })
  const { data, message } = (await answer.json()) as { data: Data<R>; message: string }
  if (!answer.ok) throw new ApiError(answer.status, message)
  return { data, headers: answer.headers }
}

/** Returns a function that makes calls with these headers, such as a cookie or a bearer token. */
export const caller =
  (origin: string, headers: Record<string, string> = {}): Call =>
  async (route, sent) =>
    (await request(origin, route, sent, headers)).data
