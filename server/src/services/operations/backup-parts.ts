import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'

export const FORMAT = 'kirana-backup-1'
const batchSize = 1_000

/** A backup's manifest. `sha256` as hex, sizes in bytes. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string().check(z.regex(/^[a-z_]+$/)),
      columns: z.array(z.string()),
      rows: z.number(),
      size: z.number(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.nullable(z.string()) })),
  /** `lost`: keys whose bytes were already missing or changed when the backup was made. */
  files: z.object({ count: z.number(), size: z.number(), lost: z.array(z.string()) }),
})
export type Manifest = z.infer<typeof Manifest>

/** The path of a table's rows in a backup: gzipped JSON lines. */
export const partOf = (table: string) => `tables/${table}.jsonl.gz`

/** Writes lines as one part and flushes it to the disk. */
export async function writePart(path: string, lines: AsyncIterable<readonly string[]>) {
  const hash = createHash('sha256')
  let rows = 0
  let size = 0
  await pipeline(
    async function* () {
      for await (const batch of lines) {
        rows += batch.length
        yield `${batch.join('\n')}\n`
      }
    },
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { rows, size, sha256: hash.digest('hex') }
}

/** Yields the lines of a part in batches. */
export async function* readPart(path: string): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip().setEncoding('utf8')
  // Errors of the file reach the reader through `gunzip`.
  connect(createReadStream(path), gunzip, () => {})
  let rest = ''
  let lines: string[] = []
  // node:readline is not used, because it also splits at Unicode line separators within texts.
  for await (const chunk of gunzip as AsyncIterable<string>) {
    const whole = (rest + chunk).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      lines.push(line)
      if (lines.length < batchSize) continue
      yield lines
      lines = []
    }
  }
  if (lines.length > 0) yield lines
}
