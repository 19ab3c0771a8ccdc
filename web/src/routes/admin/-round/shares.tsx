import type { OrderPick } from '@kirana/contract/pick'
import { type createStore, useStore } from '#/lib/store.ts'
import { Facts } from '../-picking/facts.tsx'
import { Letter } from './letter.tsx'
import { openShares, type Share, type ShareSetting, stopAfter, type Stop } from './model.ts'

type Props = {
  stop: Stop
  /** Settings by presses that are not stored yet. */
  pressed: Pick<ReturnType<typeof createStore<readonly ShareSetting[]>>, 'get' | 'subscribe'>
  pickOf: (share: Share) => Pick<OrderPick, 'phone' | 'before'>
}

/** Found and ordered pieces of each order. The order that gets the next piece is marked. */
export function Shares({ stop: known, pressed, pickOf }: Props) {
  const stop = stopAfter(known, useStore(pressed))
  const [next] = openShares(stop)
  return (
    <ul
      aria-label={`Orders of ${stop.item.productTitle}`}
      className="flex w-full flex-wrap gap-2 sm:col-start-2"
    >
      {stop.shares.map((share) => (
        <li
          key={`${share.letter} ${share.line}`}
          className={`flex flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 ${share === next ? 'bg-brand-soft' : 'bg-sunken dark:bg-raised'}`}
        >
          <Letter letter={share.letter} />
          <span
            className={`numbers text-3xl font-bold ${share.found === share.ordered ? 'text-ok' : ''}`}
            aria-label={`${share.letter}: ${share.found} of ${share.ordered} found`}
            role="img"
          >
            {share.found}
            <span className="text-xl text-muted">/{share.ordered}</span>
          </span>
          <Facts line={share} phone={pickOf(share).phone} />
        </li>
      ))}
    </ul>
  )
}
