import decodeQR from 'qr/decode.js'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/** Numbers of a square in a path of pdf.js: move, three lines and the end, each with its operator. */
const NUMBERS = 13
/** Pixels of a module, and modules of the border, so that the code can be decoded. */
const [PIXELS, BORDER] = [4, 4]

/** What a scanner reads from the QR code of a label, whose modules are the first squares that the page is filled with. */
export async function scannedLabel(pdf: Uint8Array): Promise<string> {
  const { OPS } = await getResolvedPDFJS()
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  const args = argsArray[fnArray.indexOf(OPS.constructPath)] as [number, [ArrayLike<number>]]
  const path = Array.from(args[1][0])
  const squares = Array.from({ length: path.length / NUMBERS }, (_, i) => path.slice(i * NUMBERS))
  const [, left = 0, , , right = 0] = squares[0] ?? []
  const size = right - left
  const top = Math.min(...squares.map(([, , y = 0]) => y))
  const start = Math.min(...squares.map(([, x = 0]) => x))
  const modules = squares.map(([, x = 0, y = 0]) => [
    Math.round((x - start) / size) + BORDER,
    Math.round((y - top) / size) + BORDER,
  ])
  const side = (Math.max(...modules.flat()) + 1 + BORDER) * PIXELS
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [column = 0, row = 0] of modules)
    for (let pixel = 0; pixel < PIXELS * PIXELS; pixel++) {
      const x = column * PIXELS + (pixel % PIXELS)
      const y = row * PIXELS + Math.floor(pixel / PIXELS)
      data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  return decodeQR({ width: side, height: side, data })
}
