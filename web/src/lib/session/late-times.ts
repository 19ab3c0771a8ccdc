import { defaultLateTimes } from '@kirana/domain/lateness'
import { useSession } from './profiles.ts'

/** The minutes after which orders are late in this store. Part of the profile, so that no screen waits for them. */
export const useLateTimes = () => useSession('staff')?.lateTimes ?? defaultLateTimes
