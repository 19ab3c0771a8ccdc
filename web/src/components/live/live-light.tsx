import { useIsLive } from '#/lib/live/live.ts'
import { ConnectionLight } from './connection-light.tsx'

/** The connection light of this tab's event stream. */
export const LiveLight = () => <ConnectionLight isLive={useIsLive()} />
