import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors.ts'

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serves the web app. Its files are named by content hash and cached forever; every other path gets the page. */
export async function serveScreens(app: FastifyInstance) {
  const isBuilt = existsSync(built)
  if (isBuilt) {
    await app.register(staticFiles, {
      root: built,
      wildcard: false,
      index: false,
      cacheControl: false,
      // The build has compressed the files (web/packed.ts). These requests take no turn, so they must not need CPU
      // time.
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz'],
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
    if (!isScreen || !isBuilt) throw new HttpError(404, 'Not found')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
