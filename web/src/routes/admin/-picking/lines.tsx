import type { OrderPick, PickedLine } from '@kirana/contract/pick'
import { useCallback } from 'react'
import { DoneLines } from './done-lines.tsx'
import { CurrentLine } from './line.tsx'
import { useSecondPress } from '#/lib/browser/second-press.ts'
import { PickRow } from './row.tsx'

type Chosen = {
  line: number
  /** The line is shown although it is completed. */
  isPinned: boolean
}

/** The current line: the selected one or, once it is completed, the next open one by shelf. */
function currentOf(lines: readonly PickedLine[], { line, isPinned }: Chosen): PickedLine | undefined {
  const at = Math.max(
    0,
    lines.findIndex((one) => one.line === line),
  )
  const from = [...lines.slice(at), ...lines.slice(0, at)]
  return isPinned ? from[0] : from.find(({ state }) => state === 'open')
}

/** The lines of a pick: the current one enlarged, the open ones as rows, the completed ones collapsed into one row. */
export function PickLines({
  pick,
  isMine,
  chosen,
  onChosen,
}: {
  pick: OrderPick
  isMine: boolean
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
}) {
  const { mayPress, lineEnded } = useSecondPress()
  const choose = useCallback(
    ({ line, state }: PickedLine) => onChosen({ line, isPinned: state !== 'open' }),
    [onChosen],
  )
  const current = isMine ? currentOf(pick.lines, chosen) : undefined
  const shown = pick.lines.filter((line) => line.state === 'open' || line.line === current?.line)
  const done = pick.lines.filter((line) => !shown.includes(line))
  return (
    <>
      <ul
        aria-label="Items to pick"
        className="card min-w-0 divide-y divide-line overflow-clip empty:hidden [&_:is(a,button)]:scroll-mt-20 [&_:is(a,button)]:scroll-mb-52"
      >
        {shown.map((line) =>
          line.line === current?.line ? (
            <CurrentLine
              key={line.line}
              orderId={pick.orderId}
              phone={pick.phone}
              before={pick.before}
              line={line}
              mayPress={mayPress}
              onSet={(after) => {
                if (after.state !== 'open') lineEnded()
                onChosen({ line: line.line, isPinned: false })
              }}
            />
          ) : (
            <PickRow key={line.line} line={line} onChoose={choose} />
          ),
        )}
      </ul>
      <DoneLines count={done.length}>
        {done.map((line) => (
          <PickRow key={line.line} line={line} onChoose={choose} />
        ))}
      </DoneLines>
    </>
  )
}
