import { open } from 'node:fs/promises'
import { Refused } from '../http/refuse.ts'

/** Comes with the first picture: a start does not wait for it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // libvips would keep incoming files open, and so on the disk, after they are removed.
  sharp.cache(false)
  return sharp
}

const MOST_PIXELS = 25_000_000
const LONG_SIDE = 1600
const QUALITY = 82
/** A picture within the limits takes under 3 s; one made to take for ever is given up. */
const MOST_SECONDS = 20
/** A reader looks for the end mark of a PDF this near to the end. */
const END_OF_PDF = 1024

const pictures = ['png', 'jpeg', 'webp', 'gif'] as const
type Format = (typeof pictures)[number] | 'pdf'

/** What a file is by its first bytes, whatever it calls itself. */
const magic = (start: Buffer): Format | null => {
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  return text.startsWith('%PDF-') ? 'pdf' : null
}

/**
 * @throws Refused 415 when the file is empty or of no kind that is taken
 */
export async function formatOf(path: string, kind: 'image' | 'document'): Promise<Format> {
  const format = magic(await slice(path, 0, 16))
  if (format !== null && (format !== 'pdf' || kind === 'document')) return format
  throw new Refused(
    415,
    kind === 'image'
      ? 'A picture must be a PNG, JPEG, WebP or GIF file'
      : 'A document must be a PDF, PNG, JPEG, WebP or GIF file',
  )
}

/**
 * The picture as WebP, upright, at most 1600 pixels long, without metadata (place, camera, comments) and without
 * anything that was hidden before, between or behind its pixels. Of a moving picture, the first frame.
 * @throws Refused 413 above 25 megapixels, 415 when it cannot be decoded to the end
 */
export async function toWebp(path: string, format: Format): Promise<Buffer> {
  const sharp = await loadSharp()
  // Reads the head alone, so without a limit it costs nothing and can say what is wrong.
  const head = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable)
  if (head.format !== format) return unreadable()
  if (head.width * (head.pageHeight ?? head.height) > MOST_PIXELS) {
    throw new Refused(413, `A picture may have at most ${MOST_PIXELS / 1_000_000} megapixels`)
  }
  return sharp(path, { failOn: 'error', limitInputPixels: MOST_PIXELS, pages: 1 })
    .autoOrient()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch(unreadable)
}

/** @throws Refused 415 when the PDF breaks off */
export async function checkPdf(path: string, size: number): Promise<void> {
  const end = await slice(path, Math.max(0, size - END_OF_PDF), END_OF_PDF)
  if (!end.includes('%%EOF')) throw new Refused(415, 'The PDF is damaged: its end is missing')
}

const unreadable = (): never => {
  throw new Refused(415, 'The picture is damaged or not what its name says')
}

async function slice(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
