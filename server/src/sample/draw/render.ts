import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Prepared } from '../../services/files.ts'
import type { Svg } from './svg.ts'

const most = 20_000

/** A drawing as the picture that the file store keeps, at most 20 KB; a sheet of 400 becomes 480 pixels. */
export async function render(drawing: Svg, quality = 80): Promise<Prepared> {
  const picture = sharp(Buffer.from(drawing), { density: 86.4 }).flatten().webp({ quality, effort: 2 })
  const bytes = await picture.toBuffer()
  if (bytes.length > most && quality > 20) return render(drawing, quality - 20)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, type: 'image/webp', size: bytes.length, sha256 }
}
