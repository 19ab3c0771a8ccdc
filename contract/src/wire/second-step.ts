import { factorKinds } from '@kirana/domain/second-factor'
import * as z from 'zod/mini'

/**
 * The response to a correct password: one of these second factors is still required, and there is no session until
 * then.
 */
export const SecondFactorNeeded = z.object({ secondFactor: z.array(z.enum(factorKinds)) })
