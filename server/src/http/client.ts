import type { FastifyRequest } from 'fastify'
import type { Client } from '../request/client.ts'
import { deviceOf } from './access.ts'
import { addressOf, networkOf } from './address.ts'

/** What a request says about where it comes from. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  network: networkOf(request),
  device: deviceOf(request),
  visit: request.visit,
})
