import { NOT_A_PICTURE } from '@kirana/domain/pictures'
import { open } from 'node:fs/promises'
import { HttpError } from '../../errors.ts'

/** Loads the library with the first picture, so that the start does not wait for it. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // libvips would keep removed incoming files open, and thus on the disk.
  sharp.cache(false)
  return sharp
}

const MAX_PIXELS = 25_000_000
const LONG_SIDE = 1600
const QUALITY = 82
/** A picture within the limits takes less than 3 s. The limit stops pictures that were crafted to take forever. */
const MAX_SECONDS = 20
/** PDF readers look for the end mark within this many bytes of the end. */
const END_OF_PDF = 1024

const pictures = ['png', 'jpeg', 'webp', 'gif'] as const
type Format = (typeof pictures)[number] | 'pdf'

/** The format by the file's first bytes; its name and type are not trusted. */
const magic = (start: Buffer): Format | null => {
  const text = start.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  return text.startsWith('%PDF-') ? 'pdf' : null
}

/** @throws HttpError 415 when the file is empty or its format is not accepted */
export async function formatOf(path: string, kind: 'image' | 'document'): Promise<Format> {
  const format = magic(await slice(path, 0, 16))
  if (format !== null && (format !== 'pdf' || kind === 'document')) return format
  throw new HttpError(
    415,
    kind === 'image' ? NOT_A_PICTURE : 'A document must be a PDF, PNG, JPEG, WebP or GIF file',
  )
}

/**
 * Converts a picture to WebP: upright, at most 1600 pixels long, without metadata (location, camera, comments) or data
 * hidden before, between or after its pixels. Keeps only the first frame of an animation.
 * @throws HttpError 413 above 25 megapixels, 415 when it cannot be decoded to the end
 */
export async function toWebp(path: string, format: Format): Promise<Buffer> {
  const sharp = await loadSharp()
  // Reads only the header, so no pixel limit is needed. The error below can therefore name the limit.
  const head = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable)
  if (head.format !== format) return unreadable()
  if (head.width * (head.pageHeight ?? head.height) > MAX_PIXELS) {
    throw new HttpError(413, `A picture may have at most ${MAX_PIXELS / 1_000_000} megapixels`)
  }
  return sharp(path, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 })
    .autoOrient()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
    .catch(unreadable)
}

/** @throws HttpError 415 when the PDF is truncated */
export async function checkPdf(path: string, size: number): Promise<void> {
  const end = await slice(path, Math.max(0, size - END_OF_PDF), END_OF_PDF)
  if (!end.includes('%%EOF')) throw new HttpError(415, 'The PDF is damaged: its end is missing')
}

const unreadable = (): never => {
  throw new HttpError(415, 'The picture is damaged or not what its name says')
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
