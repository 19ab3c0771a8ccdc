import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'

type Drawn = { text: string; font: string; size: number; x: number; y: number; width: number; glyphs: number }
type Glyph = { unicode: string; originalCharCode: number; width: number }

/** For tests: the text runs of each page as a PDF reader sees them; `codes` are all glyph codes (0: missing). */
export async function read(pdf: Buffer): Promise<{ pages: Drawn[][]; codes: number[]; text: string[] }> {
  const { OPS } = await getResolvedPDFJS()
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const pages: Drawn[][] = []
  const codes: number[] = []
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const drawn: Drawn[] = []
    let font = ''
    let size = 0
    let x = 0
    let y = 0
    for (const [index, operation] of fnArray.entries()) {
      const args: unknown[] = argsArray[index] ?? []
      if (operation === OPS.setFont) {
        font = page.commonObjs.get(String(args[0])).name
        size = Number(args[1])
      }
      if (operation === OPS.setTextMatrix) [x = 0, y = 0] = Array.from(args[0] as number[]).slice(4)
      if (operation !== OPS.showText) continue
      const parts = args[0] as (Glyph | number)[]
      const glyphs = parts.filter((part) => typeof part !== 'number')
      codes.push(...glyphs.map(({ originalCharCode }) => originalCharCode))
      const width = parts.reduce<number>(
        (sum, part) => sum + (typeof part === 'number' ? -part : part.width) * (size / 1000),
        0,
      )
      drawn.push({
        text: glyphs.map(({ unicode }) => unicode).join(''),
        font,
        size,
        x,
        y,
        width,
        glyphs: glyphs.length,
      })
    }
    pages.push(drawn)
  }
  await file.loadingTask.destroy()
  return { pages, codes, text: pages.map((page) => page.map(({ text }) => text).join('|')) }
}
