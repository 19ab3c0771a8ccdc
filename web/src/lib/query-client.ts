import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './refusal.ts'

/** Keeps what was read. In a file of its own, so that the entry does not carry the calls. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal stays one when it is asked again; only a lost or struggling server is worth a second try.
      retry: (count, error) =>
        count < 2 && !(error instanceof Refusal && error.status > 0 && error.status < 500),
    },
    // Without a network a change fails at once: held back, it would lock its form and go out when nobody expects it.
    mutations: { networkMode: 'always' },
  },
})
