import type { Data, Route, Sent } from '@kirana/contract/route'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from './notify.ts'
import { queryClient } from './query-client.ts'
import { isFinal, messageOf, Refusal, SOMETHING_WRONG } from './refusal.ts'
import { send, sendFiles } from './send.ts'
import { signedOut, type Signed } from './session.ts'
import { formOf, freshKey, urlOf } from './wire.ts'

export { queryClient } from './query-client.ts'
export { messageOf, Refusal } from './refusal.ts'

type Loose = Parameters<typeof urlOf>[1]
type CallOptions = {
  signal?: AbortSignal
  /** Percent of the files that have left. */
  onProgress?: (percent: number) => void
  /** The same key makes the server answer a repeated call as it answered the first one. */
  key?: string
}

const signsIn = (role: string): role is Signed => role === 'staff' || role === 'superadmin'

/**
 * Makes one call of the contract: the only place of the web app that talks to the server.
 * Throws a `Refusal`; a 401 marks the roles that may make the call as signed out.
 */
export async function call<R extends Route>(
  route: R,
  sent: Sent<R>,
  { signal, onProgress = () => {}, key }: CallOptions = {},
): Promise<{ message: string; data: Data<R> }> {
  const { body, files, ...rest } = sent as Loose
  const form = route.files ? formOf(route.files.field, body ?? {}, files ?? []) : undefined
  const json = form === undefined && body !== undefined
  const request = {
    method: route.method,
    url: urlOf(route.path, rest),
    headers: {
      ...(json && { 'content-type': 'application/json' }),
      ...((key !== undefined || route.keyRequired) && { 'idempotency-key': key ?? freshKey() }),
    },
    ...(form && { body: form }),
    ...(json && { body: JSON.stringify(body) }),
    signal,
  }
  const answer = form ? await sendFiles(request, onProgress) : await send(request)
  if (answer.status >= 200 && answer.status < 300)
    return { message: answer.json.message ?? '', data: answer.json.data as Data<R> }
  if (answer.status === 401 && route.access !== 'public')
    for (const role of [route.access].flat()) if (signsIn(role)) signedOut(role)
  throw new Refusal(answer.status, answer.json.message ?? '', answer.json.code)
}

/** Data of a screen: `useQuery(read(...))`, and `queryClient.ensureQueryData(read(...))` in a loader. */
export const read = <R extends Route & { writes: false }>(route: R, sent: Sent<R>) =>
  queryOptions({
    queryKey: [route.path, sent] as const,
    queryFn: async ({ signal }) => (await call(route, sent, { signal })).data,
  })

/** Loads again whatever was read by these calls; what is on screen has been loaded when it returns. */
export const reloadAll = (routes: readonly Route[]) =>
  Promise.all(routes.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))

type WriteOptions<R extends Route> = {
  /** Lists to load again before success is told. */
  reload?: readonly Route[]
  onDone?: (data: Data<R>, sent: Sent<R>) => void
  onRefused?: (refusal: Error, sent: Sent<R>) => void
  /** Shown when the server gave no message (specification, section 8). */
  fallback?: string
  /** Says nothing on success; a failure is always told. */
  quiet?: boolean
}

/** A change: sends, loads again what it touched, shows the server's message. `percent` counts while files leave. */
export function useWrite<R extends Route & { writes: true }>(
  route: R,
  { reload = [], onDone, onRefused, fallback = SOMETHING_WRONG, quiet = false }: WriteOptions<R> = {},
) {
  const [percent, setPercent] = useState(0)
  // What was not answered for good may have been done: the same input is sent again under the same key.
  const unanswered = useRef<{ input: string; key: string } | null>(null)
  const isKeyed = route.method === 'POST' && route.access !== 'public'
  const mutation = useMutation({
    mutationFn: async (sent: Sent<R>) => {
      setPercent(0)
      const { files, ...fields } = sent as Loose
      const input = JSON.stringify([fields, files?.map(({ name, size }) => [name, size])])
      const key = unanswered.current?.input === input ? unanswered.current.key : freshKey()
      unanswered.current = { input, key }
      const answer = await call(route, sent, { onProgress: setPercent, ...(isKeyed && { key }) })
      unanswered.current = null
      return answer
    },
    onSuccess: async ({ data, message }, sent) => {
      // Whatever else was read may be old now, and is read again when it is next looked at.
      void queryClient.invalidateQueries({ refetchType: 'none' })
      await reloadAll(reload)
      onDone?.(data, sent)
      if (!quiet) notify('success', message)
    },
    onError: (error, sent) => {
      if (isFinal(error)) unanswered.current = null
      onRefused?.(error, sent)
      notify('failure', messageOf(error, fallback))
    },
  })
  return { send: mutation.mutate, sendAsync: mutation.mutateAsync, isSending: mutation.isPending, percent }
}
