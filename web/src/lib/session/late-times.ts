import { defaultLateTimes } from '@kirana/domain/lateness'
import { useSession } from './profiles.ts'

/** From when orders are late in this store. The profile brings it, so that no screen waits for it. */
export const useLateTimes = () => useSession('staff')?.lateTimes ?? defaultLateTimes
