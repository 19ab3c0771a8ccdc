import { BellButton } from '#/components/live/bell-button.tsx'
import { LiveLight } from '#/components/live/live-light.tsx'
import { SoundBar } from '#/components/live/sound-bar.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { Unsent } from '#/components/feedback/unsent.tsx'
import { Recall } from './recall.tsx'

const PutBackLink = lazyComponent(async () => (await import('../-orders/put-back.tsx')).PutBackLink)

type Props = {
  /** The orders whose cards are on screen. */
  shown: ReadonlySet<string>
  /** Packing mode, whose own bar has connection, sound and what is unsent. */
  isFull: boolean
  mayChange: boolean
}

/**
 * The one status bar of the board: connection, sound, what is unsent, what is to be put back, and the orders that were set to
 * another status. It keeps its place and height whatever it shows: the cards below must not move.
 */
export const StatusBar = ({ shown, isFull, mayChange }: Props) => (
  <div className="mb-3 flex h-13 items-center gap-2 overflow-x-auto overscroll-x-contain whitespace-nowrap">
    {!isFull && (
      <>
        <LiveLight />
        <BellButton />
        <Unsent />
      </>
    )}
    <PutBackLink />
    {!isFull && <SoundBar isSlim />}
    {mayChange && <Recall shown={shown} />}
  </div>
)
