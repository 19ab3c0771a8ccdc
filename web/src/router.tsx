import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '#/lib/address.ts'
import { ErrorScreen, UnknownAddress } from '#/components/shell/error-screen.tsx'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // TanStack Query decides which data is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: UnknownAddress,
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
