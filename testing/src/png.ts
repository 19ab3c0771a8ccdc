import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A square PNG of one colour. */
export function png(rgb: readonly [number, number, number] = [194, 65, 12], width = 24): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(width, 4)
  head.set([8, 2], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => rgb).flat()])
  const rows = Buffer.concat(Array.from({ length: width }, () => row))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

let pictures = 0

/** A unique picture for a file input. Similar colours would be encoded to the same file. */
export const aPicture = (name = 'photo.png') => {
  const number = (pictures += 1)
  const colour = [(number * 83) % 256, (number * 149) % 256, (number * 211) % 256] as const
  return { name, mimeType: 'image/png', buffer: png(colour) }
}

/** A unique picture for a call with files. */
export function aPictureFile() {
  const { name, mimeType, buffer } = aPicture()
  return new File([new Uint8Array(buffer)], name, { type: mimeType })
}
