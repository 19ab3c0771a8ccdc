import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#/lib/query-client.ts'
import { signedOut, useSessionsKnown } from '#/lib/session.ts'
import { Splash } from '#/parts/splash.tsx'
import { router } from './router.tsx'
import './styles/main.css'

// Not in the entry: the contract's schemas would make the first paint wait for them.
import('#/lib/profiles.ts')
  .then(({ loadProfiles }) => loadProfiles())
  // Logged out, as after any other failure (specification, section 2).
  .catch(() => {
    signedOut('staff')
    signedOut('superadmin')
  })

// The screen's code comes while the profiles load; its data waits until it is known who asks.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route: AnyRoute | undefined = Reflect.get(router.routesById, routeId)
  if (route) void router.loadRouteChunk(route)
}

function App() {
  if (!useSessionsKnown()) return <Splash />
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
