import { deflateRawSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

type Kind = 'image' | 'document'
/** A file that must be rejected, with the name and type it claims. */
export type BadFile = {
  what: string
  kind: Kind
  bytes: Buffer
  status: 413 | 415
  name?: string
  type?: string
}

const text = (...parts: string[]) => Buffer.from(parts.join(''), 'latin1')
const html = '<!doctype html><html><body><script>alert(document.domain)</script></body></html>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

/** Noise, so that truncation hits pixels and not padding. */
const noise = (width: number, height: number) => {
  let seed = 7
  const raw = Buffer.alloc(width * height * 3, 0).map(
    () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16,
  )
  return sharp(raw, { raw: { width, height, channels: 3 } })
}
export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })

const u16 = (n: number) => Buffer.from([n >> 8, n & 255])
const cut = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))
const withByte = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = value
  return copy
}

export async function badFiles(): Promise<BadFile[]> {
  const png = await noise(300, 200).png().toBuffer()
  const jpeg = await noise(300, 200).jpeg().toBuffer()
  const webp = await noise(300, 200).webp({ lossless: true }).toBuffer()
  const gif = await noise(300, 200).gif().toBuffer()
  const tiff = await plain(20, 20).tiff().toBuffer()
  const avif = await plain(64, 64).avif().toBuffer()
  const bomb = await plain(5200, 5001).png().toBuffer()
  const wideBomb = await plain(16_000, 1600).jpeg().toBuffer()
  const zip = Buffer.concat([text('PK\x03\x04\x14\0\0\0\x08\0'), Buffer.alloc(16), deflateRawSync(html)])
  const pdf = text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  /** A GIF whose bytes are also valid JavaScript: the size field starts a comment. */
  const gifPolyglot = text('GIF89a/*', '\0'.repeat(20), '*/=1;alert(1);', html)
  const bmp = Buffer.concat([text('BM'), Buffer.alloc(52), Buffer.alloc(300, 120)])
  const hugeHead = (width: number, height: number) => {
    const head = Buffer.from(png)
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return head
  }
  const jpegSize = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const hugeJpeg = Buffer.concat([
    jpeg.subarray(0, jpegSize + 5),
    u16(65_000),
    u16(65_000),
    jpeg.subarray(jpegSize + 9),
  ])

  const pictures: Record<string, Buffer> = {
    'an empty file': Buffer.alloc(0),
    'a single byte': text('\x89'),
    'NUL bytes': Buffer.alloc(4096),
    'white space': text(' '.repeat(2000)),
    'plain text': text('rice 5 kg, atta 10 kg'),
    JSON: text('{"image":"data:image/png;base64,AAAA"}'),
    HTML: text(html),
    'HTML after a byte order mark': text('\xef\xbb\xbf', html),
    SVG: text(svg),
    'SVG after an XML head': text('<?xml version="1.0"?>\n<!-- -->\n', svg),
    'SVG in UTF-16': Buffer.from(`\ufeff${svg}`, 'utf16le'),
    'SVG, packed': gzipSync(svg),
    'SVG with an entity that reads a file': text(
      '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      svg,
    ),
    JavaScript: text('alert(1)//'),
    PHP: text('<?php system($_GET["c"]); ?>'),
    'a shell script': text('#!/bin/sh\nid\n'),
    'a ZIP': zip,
    'a GZIP': gzipSync(html),
    'a Windows program': text('MZ\x90\0', '\0'.repeat(200)),
    'a Linux program': text('\x7fELF\x02\x01\x01', '\0'.repeat(200)),
    'an MP4': text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', '\0'.repeat(200)),
    'an HEIC': text('\0\0\0\x18ftypheic\0\0\0\0mif1heic', '\0'.repeat(200)),
    'a WAV (RIFF without WEBP)': text('RIFF\x24\0\0\0WAVEfmt ', '\0'.repeat(60)),
    'a BMP': bmp,
    'an icon': text('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0', '\0'.repeat(100)),
    'a TIFF': tiff,
    'an AVIF': avif,
    'a Photoshop file': text('8BPS\0\x01', '\0'.repeat(200)),
    'an EPS': text('%!PS-Adobe-3.0 EPSF-3.0\n%%EOF'),
    'a JPEG 2000': text('\0\0\0\x0cjP  \r\n\x87\n', '\0'.repeat(100)),
    'a PDF as a picture': pdf,
    'a PNG with a byte before it': Buffer.concat([text('\n'), png]),
    'a JPEG with HTML before it': Buffer.concat([text(html), jpeg]),
    'the first bytes of a PNG alone': png.subarray(0, 8),
    'the first bytes of a JPEG alone': jpeg.subarray(0, 4),
    'the first bytes of a WebP alone': webp.subarray(0, 16),
    'the first bytes of a GIF alone': gif.subarray(0, 6),
    'HTML behind the first bytes of a PNG': Buffer.concat([png.subarray(0, 8), text(html)]),
    'HTML behind the first bytes of a JPEG': Buffer.concat([jpeg.subarray(0, 4), text(html)]),
    'PHP behind the first bytes of a GIF': text('GIF89a;<?php system("id"); ?>'),
    'a GIF that is a script': gifPolyglot,
    'a PNG cut in the middle': cut(png, 0.5),
    'a PNG cut near the end': cut(png, 0.9),
    'a JPEG cut in the middle': cut(jpeg, 0.5),
    'a WebP cut in the middle': cut(webp, 0.5),
    'a GIF cut in the middle': cut(gif, 0.5),
    'a PNG with a wrong byte in its head': withByte(png, 17, 1),
    'a PNG with a wrong byte in its pixels': withByte(png, 600, (png[600] ?? 0) ^ 0xff),
    'a PNG of no width': hugeHead(0, 10),
  }
  const documents: Record<string, Buffer> = {
    'a PDF without its end': pdf.subarray(0, -8),
    'a PDF whose end is far before the end': Buffer.concat([pdf, Buffer.alloc(3000, 65)]),
    'a PDF with HTML before it': Buffer.concat([text(html), pdf]),
    'an empty document': Buffer.alloc(0),
    'a Word document': zip,
    'HTML as a document': text(html),
    'SVG as a document': text(svg),
    'a cut PNG as a document': cut(png, 0.5),
  }
  const large: Record<string, Buffer> = {
    'a PNG of one colour with 26 megapixels': bomb,
    'a JPEG of 25.6 megapixels': wideBomb,
    'a PNG that claims 60,000 × 60,000': hugeHead(60_000, 60_000),
    'a JPEG that claims 65,000 × 65,000': hugeJpeg,
  }
  const of = (kind: Kind, status: 413 | 415, all: Record<string, Buffer>): BadFile[] =>
    Object.entries(all).map(([what, bytes]) => ({ what, kind, bytes, status }))
  return [...of('image', 415, pictures), ...of('document', 415, documents), ...of('image', 413, large)]
}

/** Malformed file keys, as a URL may contain them. */
export const badKeys = [
  '../../etc/passwd',
  '..',
  'a/b-c-d-e-f.webp',
  'short.pdf',
  'x'.repeat(65) + '.pdf',
  'aaaaaaaa.webp\0',
  'AAAAAAAA.webp',
  'aaaaaaaa.svg',
  'aaaaaaaa.webp/..',
  '',
]
