import { factorKinds } from '@kirana/domain/second-factor'
import * as z from 'zod/mini'

/** The password was right; one of these is still to be given, and there is no session before. */
export const SecondFactorNeeded = z.object({ secondFactor: z.array(z.enum(factorKinds)) })
