import type { OrderRow } from '@kirana/contract/orders'
import { BellButton } from '#/components/live/bell-button.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { SoundBar } from '#/components/live/sound-bar.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Unsent } from '#/components/feedback/unsent.tsx'
import { Recall } from './recall.tsx'
import { PickTogether } from './together.tsx'

const PutBackLink = lazyComponent(async () => (await import('../-orders/put-back.tsx')).PutBackLink)

type Props = {
  /** The orders of the stage. */
  rows: readonly OrderRow[]
  /** The orders whose cards are on screen. */
  shown: ReadonlySet<string>
  /** Packing mode, whose own bar shows connection, sound and unsent changes. */
  isFull: boolean
  /** `useWasSilent` of the board. */
  wasSilent: boolean
  mayChange: boolean
}

/**
 * The status bar of the board: orders selected to be picked together, connection, sound, unsent changes, items to put
 * back, and recent status changes. Its place and height are fixed, because the cards below must not move.
 */
export const StatusBar = ({ rows, shown, isFull, wasSilent, mayChange }: Props) => (
  <div className="mb-3 flex h-13 items-center gap-2 overflow-x-auto overscroll-x-contain whitespace-nowrap">
    <PickTogether rows={rows} />
    {!isFull && (
      <>
        <LiveLight />
        <BellButton />
        <Unsent />
      </>
    )}
    <PutBackLink />
    {!isFull && <SoundBar keepsPlace={wasSilent} isSlim />}
    {mayChange && <Recall shown={shown} />}
  </div>
)
