import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pdf, picture, prepared } from '../../testing/files/prepared-files.ts'

const cleaned = async (bytes: Buffer) => {
  const { bytes: webp } = await prepared(bytes)
  if (!Buffer.isBuffer(webp)) throw new Error('Not a picture')
  return { webp, head: await sharp(webp).metadata(), stats: await sharp(webp).stats() }
}

describe('preparing', () => {
  test('strips location, camera and comments, and applies the orientation', async () => {
    const photo = await picture('#27a', 60, 40)
      .withExif({
        IFD0: { Make: 'Phone' },
        IFD3: { GPSLatitude: '19/1 4/1 0/1', GPSLongitude: '72/1 52/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { webp, head } = await cleaned(photo)
    expect(head).toMatchObject({ format: 'webp', width: 40, height: 60 })
    expect([head.exif, head.xmp, head.iptc, head.icc, head.orientation]).toEqual(Array(5).fill(undefined))
    expect(webp.includes('Phone')).toBe(false)
  })

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('strips bytes appended to a %s', async (format) => {
    const page = '<script>alert(document.domain)</script>'
    const { webp, head } = await cleaned(
      Buffer.concat([await picture().toFormat(format).toBuffer(), Buffer.from(page)]),
    )
    expect(head.format).toBe('webp')
    expect(webp.includes('script')).toBe(false)
  })

  test('accepts CMYK, 16 bits, greyscale, palettes and transparency', async () => {
    const raw = Buffer.from(new Uint16Array(16 * 16 * 3).fill(0x8000).buffer)
    const kinds = await Promise.all([
      picture('#d33').toColourspace('cmyk').jpeg().toBuffer(),
      sharp(raw, { raw: { width: 16, height: 16, channels: 3 } })
        .toColourspace('rgb16')
        .png()
        .toBuffer(),
      picture().greyscale().png().toBuffer(),
      picture().png({ palette: true }).toBuffer(),
      picture().ensureAlpha(0.3).png().toBuffer(),
      picture().jpeg({ progressive: true }).toBuffer(),
    ])
    expect((await sharp(kinds[0]).metadata()).space).toBe('cmyk')
    for (const bytes of kinds)
      expect((await cleaned(bytes)).head).toMatchObject({ format: 'webp', space: 'srgb' })
    const red = (await cleaned(kinds[0])).stats.channels.map(({ mean }) => mean)
    expect(red[0]).toBeGreaterThan(150)
    expect(red[1]).toBeLessThan(110)
  })

  test('keeps the first frame of an animation', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map((colour) => picture(colour).png().toBuffer()))
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer()
      expect((await sharp(moving).metadata()).pages).toBe(2)
      const { head, stats } = await cleaned(moving)
      expect([head.width, head.height, head.pages]).toEqual([60, 40, undefined])
      expect(stats.dominant.r).toBeGreaterThan(stats.dominant.b)
    }
  })

  test('shrinks to 1600 pixels, never enlarges, and rejects more than 25 megapixels', async () => {
    expect((await cleaned(await picture('#27a', 5000, 5000).png().toBuffer())).head).toMatchObject({
      width: 1600,
      height: 1600,
    })
    expect((await cleaned(await picture('#27a', 400, 3200).png().toBuffer())).head).toMatchObject({
      width: 200,
      height: 1600,
    })
    expect((await cleaned(await picture('#27a', 1, 1).png().toBuffer())).head).toMatchObject({
      width: 1,
      height: 1,
    })
    await expect(prepared(await picture('#27a', 5000, 5001).png().toBuffer())).rejects.toMatchObject({
      status: 413,
    })
  })

  test('keeps a PDF unchanged, and accepts it only as a document', async () => {
    expect(await prepared(pdf, 'document')).toMatchObject({
      type: 'application/pdf',
      size: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    })
    await expect(prepared(pdf)).rejects.toMatchObject({ status: 415 })
    expect(await prepared(await picture().png().toBuffer(), 'document')).toMatchObject({ type: 'image/webp' })
  })
})
