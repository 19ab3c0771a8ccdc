import type { Today } from '@kirana/contract/reports'
import { sumDefinitions } from '@kirana/domain/figures'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { count, rupees } from '#/lib/format.ts'
import { CashTile } from './cash-tile.tsx'
import { minutesText, percentText } from './words.ts'

type Direction = 'up' | 'down' | 'same'
const arrows = { up: ArrowUp, down: ArrowDown, same: Minus }
const words = { up: 'Up from', down: 'Down from', same: 'The same as' }

type Tile = {
  name: string
  value: string
  /** The compared numbers of today and of the same day a week before; null if there is none. */
  now: number | null
  before: number | null
  beforeText: string
  /** The compared value as text, if it is not `value`: '₹20,036.75 collected'. */
  compared?: string
  /** Whether a higher number is better; undefined if neither. */
  moreIsBetter?: boolean
  note?: string
  /** What the figure counts, shown on hover. */
  counts?: string
}

const directionOf = (now: number, before: number): Direction =>
  now === before ? 'same' : now > before ? 'up' : 'down'

function Change({ now, before, beforeText, compared, moreIsBetter }: Tile) {
  if (now === null || before === null) return <p className="text-sm text-muted">Nothing to compare</p>
  const direction = directionOf(now, before)
  const Arrow = arrows[direction]
  const isGood =
    moreIsBetter === undefined || direction === 'same' ? null : (direction === 'up') === moreIsBetter
  const tone = isGood === null ? 'text-muted' : isGood ? 'text-ok' : 'text-bad'
  return (
    <p className="numbers text-sm text-muted">
      <Arrow aria-hidden size={14} className={`mr-1 mb-0.5 inline ${tone}`} />
      {compared ? `${compared}, ${words[direction].toLowerCase()}` : words[direction]} {beforeText}
    </p>
  )
}

const share = ({ within, promised }: { within: number; promised: number }) =>
  promised === 0 ? null : within / promised

const tilesOf = ({ today, before }: Today): Tile[] => [
  {
    name: 'Sales',
    counts: `${sumDefinitions.placed}, less what was refunded of them`,
    value: rupees(today.sales),
    now: today.sales,
    before: before.sales,
    beforeText: rupees(before.sales),
    moreIsBetter: true,
  },
  {
    name: 'Orders',
    value: count(today.orders),
    now: today.orders,
    before: before.orders,
    beforeText: count(before.orders),
    moreIsBetter: true,
  },
  {
    name: 'Average bill',
    value: today.orders === 0 ? '–' : rupees(today.averageBill),
    now: today.orders === 0 ? null : today.averageBill,
    before: before.orders === 0 ? null : before.averageBill,
    beforeText: rupees(before.averageBill),
    moreIsBetter: true,
  },
  {
    name: 'Canceled',
    value: count(today.canceled),
    now: today.canceled,
    before: before.canceled,
    beforeText: count(before.canceled),
    moreIsBetter: false,
  },
  {
    name: 'Until Prepeared',
    value: minutesText(today.preparedMinutes),
    now: today.preparedMinutes,
    before: before.preparedMinutes,
    beforeText: minutesText(before.preparedMinutes),
    moreIsBetter: false,
    note: 'Median',
  },
  {
    name: 'Until Delivered',
    value: minutesText(today.deliveredMinutes),
    now: today.deliveredMinutes,
    before: before.deliveredMinutes,
    beforeText: minutesText(before.deliveredMinutes),
    moreIsBetter: false,
    note: 'Median',
  },
  {
    name: 'Within the promise',
    value: percentText(today.within, today.promised),
    now: share(today),
    before: share(before),
    beforeText: percentText(before.within, before.promised),
    moreIsBetter: true,
    note: `${count(today.within)} of ${count(today.promised)}`,
  },
]

/** The cash collected today, compared with the day before. */
const collectedOf = ({ today, before }: Today): Tile => ({
  name: 'Cash',
  value: '',
  now: today.cashCollected,
  before: before.cashCollected,
  beforeText: rupees(before.cashCollected),
  compared: `${rupees(today.cashCollected)} collected`,
})

const cell = 'min-w-0 bg-surface p-4 max-sm:p-3'

const FigureTile = (tile: Tile) => (
  <div className={cell}>
    <dt className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm text-muted">
      {tile.counts ? <abbr title={tile.counts}>{tile.name}</abbr> : tile.name}
      {tile.note && <span className="numbers text-xs">{tile.note}</span>}
    </dt>
    <dd>
      <p className="numbers mt-1 text-xl font-semibold tracking-tight max-sm:text-lg">{tile.value}</p>
      <Change {...tile} />
    </dd>
  </div>
)

/** Number of tiles before Cash: with four columns, sales and Cash are in the first row, visible without scrolling. */
const IN_FIRST_ROW = 3

/** Today's figures, each with its change as an arrow and words, never by colour alone. */
export function FigureTiles({ data, isLinked }: { data: Today; isLinked: boolean }): ReactNode {
  const tiles = tilesOf(data).map((tile) => <FigureTile key={tile.name} {...tile} />)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {tiles.slice(0, IN_FIRST_ROW)}
      <div className={cell}>
        <dt className="text-sm text-muted">Cash</dt>
        <dd>
          <CashTile cashToCollect={data.cashToCollect} isLinked={isLinked} />
          <Change {...collectedOf(data)} />
        </dd>
      </div>
      {tiles.slice(IN_FIRST_ROW)}
    </dl>
  )
}
