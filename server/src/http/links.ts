import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** What stands in front of a link that leaves the server: PUBLIC_URL, else the address the request came to. */
export const linkBase = (request: FastifyRequest, config: Config) =>
  config.publicUrl ?? `${request.protocol}://${request.host}`
