import type { FastifyRequest } from 'fastify'
import type { Client } from '../request/client.ts'
import { deviceOf } from './access.ts'
import { addressOf, networkOf } from './address.ts'

/** The network address, the device and the visit of a request. */
export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  network: networkOf(request),
  device: deviceOf(request),
  visit: request.visit,
})
