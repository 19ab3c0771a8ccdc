import { ownPage } from '@kirana/contract/wire/own-page'
import { type AnySent, freshKey, OTHER_PERSON, requestOf, takesKey } from '@kirana/contract/wire/request'
import type { Data, Route, Sent } from '@kirana/contract/wire/route'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from './notify.ts'
import { markAllStale, queryClient } from './query-client.ts'
import { isFinal, messageOf, ApiError, SOMETHING_WRONG } from './api-error.ts'
import { send, sendFiles } from './send.ts'
import { sessionEnded } from './session/ended-session.ts'
import type { SessionRole } from './session/session.ts'
import { confirmPerson } from './step-up.ts'

export { markAllStale, queryClient } from './query-client.ts'
export { messageOf, ApiError } from './api-error.ts'

type CallOptions = {
  signal?: AbortSignal
  /** Upload progress, 0 to 100. */
  onProgress?: (percent: number) => void
  /** Set for a call made while the page closes, so that the browser finishes the request afterwards (`keepalive`). */
  isLast?: boolean
  /** Idempotency key: the server answers a repeated call with its first response. */
  key?: string
  /** Id of the person who made the call earlier: the server refuses it (401) if another person is signed in now. */
  person?: string
  isRepeat?: boolean
}

/** The error code of a call that needs a recent second factor, and of one that needs a second factor to be set up. */
const STEP_UP = 'second-factor'
const ENROL = 'enrol-second-factor'
/** The error code when the server does not know whether the change was saved. */
const UNKNOWN = 'unknown'
const repeatAfterMs = 1_000

const isSessionRole = (role: string): role is SessionRole => role === 'staff' || role === 'superadmin'

/**
 * Makes one call of the contract. All requests of the web app go through here. A 401 marks the roles allowed to make
 * the call as signed out, unless another person is signed in. If the call needs a recent second factor, asks for it and
 * repeats the call. `isWaiting`: nothing has changed yet, because a second person has to approve it. A call with a key is
 * repeated once if its outcome is unknown.
 * @throws ApiError
 */
export async function call<R extends Route>(
  route: R,
  sent: Sent<R>,
  options: CallOptions = {},
): Promise<{ message: string; data: Data<R>; isWaiting?: boolean }> {
  const { signal, onProgress = () => {}, key, person, isLast } = options
  const made = requestOf(route, sent, { key, person })
  const request = {
    ...made,
    headers: { ...ownPage, ...made.headers },
    signal,
    ...(isLast && { keepalive: true }),
  }
  const { status, json } = await (route.files ? sendFiles(request, onProgress) : send(request))
  const { message = '', code, data } = json
  if (status >= 200 && status < 300)
    return { message, data: data as Data<R>, ...(status === 202 && { isWaiting: true }) }
  const failure = new ApiError(status, message, code, data)
  if (code === UNKNOWN && key && !options.isRepeat) {
    await new Promise((next) => setTimeout(next, repeatAfterMs))
    // A repeat that is rejected before the server looks its key up leaves the outcome unknown.
    return call(route, sent, { ...options, isRepeat: true }).catch((error: unknown) => {
      throw isFinal(error, true) ? error : failure
    })
  }
  // Names the role, because a staff screen may call a superadmin route (to override a pick).
  if (code === STEP_UP && (await confirmPerson(route.access === 'superadmin' ? 'superadmin' : undefined)))
    return call(route, sent, options)
  if (code === ENROL) void import('./session/factors.ts').then(({ mustEnrol }) => mustEnrol())
  if (status === 401 && route.access !== 'public' && code !== OTHER_PERSON)
    for (const role of [route.access].flat()) if (isSessionRole(role)) sessionEnded(role)
  throw failure
}

/** Query options of a read route: `useQuery(read(...))`, or `queryClient.ensureQueryData(read(...))` in a loader. */
export const read = <R extends Route & { writes: false }>(route: R, sent: Sent<R>) =>
  queryOptions({
    queryKey: [route.path, sent] as const,
    queryFn: async ({ signal }) => (await call(route, sent, { signal })).data,
  })

/** Invalidates all queries of these routes; resolves when those on screen have been refetched. */
export const reloadAll = (routes: readonly Route[]) =>
  Promise.all(routes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

type WriteOptions<R extends Route> = {
  /** Lists to refetch before the success message is shown. */
  reload?: readonly Route[]
  onDone?: (data: Data<R>, sent: Sent<R>) => void
  /** Called instead of `onDone` when a second person has to approve the change first. */
  onWaiting?: () => void
  onError?: (error: Error, sent: Sent<R>) => void
  /** Displays the failure itself and returns true; if it returns false, a notice displays the failure. */
  showFailure?: (error: Error, sent: Sent<R>) => boolean
  /** Shown when the server sent no message (specification, section 8). */
  fallback?: string
  /** Shows no success message. */
  quiet?: boolean | ((data: Data<R>) => boolean)
}

/**
 * A mutation: sends the call, refetches the lists in `reload`, shows the server's message. `percent` is upload
 * progress.
 */
export function useWrite<R extends Route & { writes: true }>(
  route: R,
  {
    reload = [],
    onDone,
    onWaiting,
    onError,
    showFailure,
    fallback = SOMETHING_WRONG,
    quiet = false,
  }: WriteOptions<R> = {},
) {
  const [percent, setPercent] = useState(0)
  // A call without a final response may have succeeded: sending the same input again reuses its idempotency key.
  const unconfirmed = useRef<{ input: string; key: string } | null>(null)
  const isKeyed = takesKey(route)
  const mutation = useMutation({
    mutationFn: async (sent: Sent<R>) => {
      setPercent(0)
      const { files, ...fields } = sent as AnySent
      const input = JSON.stringify([fields, files?.map(({ name, size }) => [name, size])])
      const key = unconfirmed.current?.input === input ? unconfirmed.current.key : freshKey()
      unconfirmed.current = { input, key }
      const answer = await call(route, sent, { onProgress: setPercent, ...(isKeyed && { key }) })
      unconfirmed.current = null
      return answer
    },
    onSuccess: async ({ data, message, isWaiting }, sent) => {
      markAllStale()
      await reloadAll(reload)
      if (isWaiting) {
        onWaiting?.()
        return notify('waiting', message)
      }
      onDone?.(data, sent)
      if (!(typeof quiet === 'function' ? quiet(data) : quiet)) notify('success', message)
    },
    onError: (error, sent) => {
      if (isFinal(error, true)) unconfirmed.current = null
      onError?.(error, sent)
      if (!showFailure?.(error, sent)) notify('failure', messageOf(error, fallback))
    },
  })
  return { send: mutation.mutate, sendAsync: mutation.mutateAsync, isSending: mutation.isPending, percent }
}
