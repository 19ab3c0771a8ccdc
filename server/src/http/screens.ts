import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refused } from './refuse.ts'

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The web app: its files are named by content and kept for ever; every other address is the app's own. */
export async function serveScreens(app: FastifyInstance) {
  const isBuilt = existsSync(built)
  if (isBuilt) {
    await app.register(staticFiles, {
      root: built,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        const isNamedByContent = /[\\/]assets[\\/]/.test(path)
        response.header(
          'cache-control',
          isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !/^\/(api|assets|health|metrics)(\/|$)/.test(request.url)
    if (!isScreen || !isBuilt) throw new Refused(404, 'Not found')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
