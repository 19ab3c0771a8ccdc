import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#/lib/query-client.ts'
import { signedOut } from '#/lib/session/session.ts'
import { Splash } from '#/components/shell/splash.tsx'
import { router } from './router.tsx'
import './styles/main.css'

// Not part of the entry chunk, so that the entry rarely changes. The page preloads this chunk, so it loads in parallel.
const sessions = import('#/lib/session/profiles.ts')
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

const element = document.getElementById('root')
if (element) {
  const root = createRoot(element)
  root.render(<Splash />)
  void sessions.then(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
