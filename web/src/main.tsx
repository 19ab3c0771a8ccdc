import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#/lib/query-client.ts'
import { signedOut, useSessionsKnown } from '#/lib/session.ts'
import { Splash } from '#/components/shell/splash.tsx'
import { router } from './router.tsx'
import './styles/main.css'

// Kept out of the entry, which rarely changes. The page preloads the chunk, so it loads in parallel.
import('#/lib/profiles.ts')
  .then(({ loadProfiles }) => loadProfiles())
  // Any failure counts as signed out (specification, section 2).
  .catch(() => {
    signedOut('staff')
    signedOut('superadmin')
  })

// Load the screen's code while the profiles load; its data waits until the session is known.
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
