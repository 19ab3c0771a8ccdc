import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** What is smaller fits into one packet either way. */
const LEAST_BYTES = 1024

/**
 * Puts each text of the build beside itself packed, once and for all: a server that packed them for every caller could be
 * kept busy by one who does nothing but ask.
 */
export const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(js|css|html|svg)$/.test(file))) {
      const bytes = readFileSync(join(dir, name))
      if (bytes.length < LEAST_BYTES) continue
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}
