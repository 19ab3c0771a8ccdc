import { pick as calls, type PickedLine } from '@kirana/contract/pick'
import type { RoundLetter } from '@kirana/domain/round'
import { useState } from 'react'
import { call } from '#/lib/api.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { countedText, withFound } from './model.ts'
import { beep, buzz } from './sound.ts'

/** A rejected scan. `text` is the reason, `where` the place of the item. */
export type WrongScan = { text: string; where: string }

const pieces = (ordered: number) => (ordered === 1 ? 'The one piece' : `All ${ordered} pieces`)

type Options<Line> = {
  /** Whether the user is picking. */
  isMine: boolean
  /** Whether the lines belong to one order or a round, for the message about a wrong scan. */
  scope: 'order' | 'round'
  onSet: (line: Line, setting: LineSetting) => void
}

/** A scan counts one piece of the first line that lacks one. A code that no line has is rejected with a loud sound. */
export function useScans<Line extends PickedLine & { letter?: RoundLetter }>(
  lines: readonly Line[],
  { isMine, scope, onSet }: Options<Line>,
) {
  const [wrong, setWrong] = useState<WrongScan | null>(null)
  const text = `Not in this ${scope}`
  const refuse = (refusal: WrongScan) => {
    buzz()
    setWrong(refusal)
  }
  /**
   * Returns the message for the camera dialog if the piece counts. Undefined for a wrong scan: the dialog then closes,
   * and the screen shows the message.
   */
  const scan = (code: string): string | undefined => {
    if (!isMine) return undefined
    const scanned = lines.filter(({ barcodes }) => barcodes.includes(code))
    const line = scanned.find(({ state }) => state === 'open')
    if (line) {
      beep()
      setWrong(null)
      onSet(line, withFound(line))
      return countedText(line)
    }
    if (scanned[0]) {
      const ordered = scanned.reduce((sum, one) => sum + one.ordered, 0)
      refuse({ text: `Enough of ${scanned[0].productTitle}`, where: `${pieces(ordered)} of it is settled.` })
    } else {
      refuse({ text, where: `Code ${code}. Put it back.` })
      void call(calls.find, { params: { code } }).then(
        ({ data }) =>
          setWrong((now) =>
            now?.where.startsWith(`Code ${code}.`) ? { text, where: whereOf(code, data) } : now,
          ),
        // Without a network the message does not name the product.
        () => {},
      )
    }
    return undefined
  }
  useScanner(scan)
  return { wrong, scan, dismiss: () => setWrong(null) }
}

function whereOf(
  code: string,
  found: { productTitle: string; productQuantity: string; shelf: string } | null,
) {
  if (!found) return `Code ${code} belongs to no product.`
  const name = `${found.productTitle}, ${found.productQuantity}`
  return found.shelf ? `${name}: belongs to ${found.shelf}` : `${name}: has no shelf yet`
}
