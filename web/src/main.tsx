import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#/lib/query-client.ts'
import { useSessionsKnown } from '#/lib/session.ts'
import { Splash } from '#/parts/splash.tsx'
import { router } from './router.tsx'
import './styles/main.css'

// Not in the entry: the contract's schemas would make the first paint wait for them.
void import('#/lib/profiles.ts').then(({ loadProfiles }) => loadProfiles())

// The screen's code comes while the profiles load; its data waits until it is known who asks.
const wanted = new Set<string>(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId))
for (const route of Object.values(router.routesById as Record<string, AnyRoute>))
  if (wanted.has(route.id)) void router.loadRouteChunk(route)

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
