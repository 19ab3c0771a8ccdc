import { pick as calls, type OrderPick } from '@kirana/contract/pick'
import { useState } from 'react'
import { call } from '#/lib/api.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import type { LineSetting } from '#/lib/outbox/pick-action.ts'
import { withFound } from './model.ts'
import { beep, buzz } from './sound.ts'

/** What a scan was refused for; `where` says where the item belongs. */
export type WrongScan = { text: string; where: string }

const pieces = (ordered: number) => (ordered === 1 ? 'The one piece' : `All ${ordered} pieces`)

/** A scan counts one piece of its line; a code that is not in the order is a loud no. */
export function useScans(pick: OrderPick, isMine: boolean, onSet: (setting: LineSetting) => void) {
  const [wrong, setWrong] = useState<WrongScan | null>(null)
  const refuse = (refusal: WrongScan) => {
    buzz()
    setWrong(refusal)
  }
  /** What the camera's dialog says of a piece that counts; undefined for a no, which is told behind it. */
  const scan = (code: string): string | undefined => {
    if (!isMine) return undefined
    const line = pick.lines.find(({ barcodes }) => barcodes.includes(code))
    if (line?.state === 'open') {
      beep()
      setWrong(null)
      onSet(withFound(line))
      return `${line.productTitle}: ${line.found + 1} of ${line.ordered}`
    }
    if (line) {
      refuse({ text: `Enough of ${line.productTitle}`, where: `${pieces(line.ordered)} of it is settled.` })
    } else {
      refuse({ text: 'Not in this order', where: `Code ${code}. Put it back.` })
      void call(calls.find, { params: { code } }).then(
        ({ data }) =>
          setWrong((now) =>
            now?.where.startsWith(`Code ${code}.`)
              ? { text: 'Not in this order', where: whereOf(code, data) }
              : now,
          ),
        // Without a network the no is all there is to say.
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
