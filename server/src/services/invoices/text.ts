import { type Face, type Faces, isIndian, scriptNames, type Weight } from './fonts.ts'

type Doc = PDFKit.PDFDocument
export type Style = { size: number; weight?: Weight; color?: string }
type Run = { face: Face; text: string }

export const INK = '#1b211e'
export const MUTED = '#5b6560'

/** The distance of two lines of text in points. */
export const lineHeight = (style: Style) => style.size * 1.42

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const joiners = /[\u200c\u200d]/g
/** Drawn for a character that no font has. */
const UNKNOWN = '\uFFFD'

/** One line without control or direction characters, with single spaces. Keeps joiners, which Indian scripts need. */
export const tidy = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .trim()

/** The non-empty parts, tidied and joined. */
export const joined = (parts: string[], between: string): string =>
  parts.map(tidy).filter(Boolean).join(between)

function runsOf(text: string, faces: Faces, weight: Weight): Run[] {
  const family = faces[weight]
  // Fast path: nearly all text is ASCII.
  if (/^[ -~]*$/.test(text)) return [{ face: family.latin, text }]
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const bare = segment.replace(joiners, '')
    const codePoints = Array.from(bare, (char) => char.codePointAt(0) ?? 0)
    const hasAll = (face: Face | undefined) =>
      face && codePoints.every((point) => face.font.hasGlyphForCodePoint(point))
    const script = scriptNames.find((name) => hasAll(family[name]))
    const face = family[script ?? 'latin'] ?? family.latin
    const shown = script === undefined ? UNKNOWN : isIndian(script) ? segment : bare
    const last = runs.at(-1)
    if (last?.face === face) last.text += shown
    else runs.push({ face, text: shown })
  }
  return runs
}

/** Draws text with fallback fonts. All measures are points; x, y is a block's upper left corner. */
export function writer(doc: Doc, faces: Faces) {
  for (const family of Object.values(faces)) {
    // pdfkit accepts an opened font, which its types omit; opening it each time takes 10 ms.
    for (const { name, font } of Object.values(family)) doc.registerFont(name, font as unknown as Buffer)
  }

  const widthOfRun = ({ face, text }: Run, size: number) => doc.font(face.name, size).widthOfString(text)
  const widthOf = (text: string, { size, weight = 400 }: Style) =>
    runsOf(text, faces, weight).reduce((sum, run) => sum + widthOfRun(run, size), 0)

  /**
   * Wraps text to `width`: at spaces, and within a word only if it is wider than a line. Ends with … after `maxLines`.
   */
  function wrap(text: string, width: number, style: Style, maxLines = Infinity): string[] {
    const space = widthOf(' ', style)
    const lines: string[] = []
    let line = ''
    let used = 0
    const end = () => {
      lines.push(line)
      line = ''
      used = 0
    }
    for (const word of tidy(text).split(' ')) {
      if (lines.length > maxLines) break
      const wide = widthOf(word.slice(0, 500), style)
      if (line !== '' && used + space + wide > width) end()
      if (wide <= width) {
        used += (line === '' ? 0 : space) + wide
        line += line === '' ? word : ` ${word}`
        continue
      }
      for (const { segment } of graphemes.segment(word)) {
        const step = widthOf(segment, style)
        if (line !== '' && used + step > width) end()
        if (lines.length > maxLines) break
        line += segment
        used += step
      }
    }
    if (line !== '') end()
    if (lines.length <= maxLines) return lines
    return [...lines.slice(0, maxLines - 1), shortened(`${lines[maxLines - 1] ?? ''}…`, width, style)]
  }

  function shortened(text: string, width: number, style: Style): string {
    let kept = Array.from(graphemes.segment(text.slice(0, -1)), ({ segment }) => segment)
    while (kept.length > 0 && widthOf(`${kept.join('')}…`, style) > width) kept = kept.slice(0, -1)
    return `${kept.join('').trimEnd()}…`
  }

  /** One line, aligned in `width` and shrunk to fit: for text that must not be cut, such as amounts. */
  function line(
    text: string,
    x: number,
    y: number,
    width: number,
    style: Style,
    align: 'left' | 'right' = 'left',
  ) {
    const clean = tidy(text)
    const natural = widthOf(clean, style)
    const size = natural > width ? (style.size * width) / natural : style.size
    const runs = runsOf(clean, faces, style.weight ?? 400)
    const full = runs.reduce((sum, run) => sum + widthOfRun(run, size), 0)
    let left = align === 'right' ? x + width - full : x
    doc.fillColor(style.color ?? INK)
    for (const run of runs) {
      const step = widthOfRun(run, size)
      // Fonts differ in ascent; a common baseline aligns them.
      doc
        .font(run.face.name, size)
        .text(run.text, left, y + style.size * 1.07, { lineBreak: false, baseline: 'alphabetic' })
      left += step
    }
  }

  const lines = (texts: string[], x: number, y: number, width: number, style: Style) => {
    for (const [index, text] of texts.entries()) line(text, x, y + index * lineHeight(style), width, style)
    return y + texts.length * lineHeight(style)
  }

  /** Draws wrapped text of at most `maxLines` lines; returns the y below it. Empty text has no height. */
  const block = (text: string, x: number, y: number, width: number, style: Style, maxLines = 6) =>
    lines(wrap(text, width, style, maxLines), x, y, width, style)

  return { wrap, line, lines, block }
}
export type Writer = ReturnType<typeof writer>
