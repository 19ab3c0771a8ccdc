import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The query cache. In its own file so that the entry chunk does not include the API client. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A 4xx would fail again; retry only when the network or the server failed.
      retry: (count, error) =>
        count < 2 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
    },
    // Mutations fail immediately offline. A paused mutation would lock its form, and would be sent later unexpectedly.
    mutations: { networkMode: 'always' },
  },
})

/** After a change any cached data may be stale. It is refetched when it is next shown. */
export const markAllStale = () => void queryClient.invalidateQueries({ refetchType: 'none' })
