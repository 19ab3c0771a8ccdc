import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Pixels per module, enough to decode the code. */
const PIXELS = 4

/** The text that a scanner reads from a QR code on the screen (`web/src/components/security/qr-code.tsx`). */
export async function scannedCode(code: Locator): Promise<string> {
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2]) * PIXELS
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < PIXELS; row++) {
      const start = ((Number(y) * PIXELS + row) * size + Number(x) * PIXELS) * 4
      data.fill(0, start, start + PIXELS * 4)
    }
  // Without transparency, a black pixel is 0, 0, 0, 255.
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  return decodeQR({ width: size, height: size, data })
}
