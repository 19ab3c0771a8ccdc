import { useIsLive } from '#/lib/live.ts'
import { ConnectionLight } from './connection-light.tsx'

/** The connection light of the tab's stream. */
export const LiveLight = () => <ConnectionLight isLive={useIsLive()} />
