import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'

export const FORMAT = 'kirana-backup-1'
const atOnce = 1_000

/** What a backup says of itself. `sha256` as hex, sizes in bytes. */
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
  /** `lost` are those whose bytes were missing or changed already when the backup was made. */
  files: z.object({ count: z.number(), size: z.number(), lost: z.array(z.string()) }),
})
export type Manifest = z.infer<typeof Manifest>

/** Where a table's rows lie in a backup: gzip, a line of JSON each. */
export const partOf = (table: string) => `tables/${table}.jsonl.gz`

/** Writes lines as one part, on the disk when it returns. */
export async function writePart(path: string, lines: AsyncIterable<readonly string[]>) {
  const hash = createHash('sha256')
  let rows = 0
  let size = 0
  await pipeline(
    async function* () {
      for await (const some of lines) {
        rows += some.length
        yield `${some.join('\n')}\n`
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

/** The lines of a part, some at a time. */
export async function* readPart(path: string): AsyncGenerator<readonly string[]> {
  const gunzip = createGunzip().setEncoding('utf8')
  // What goes wrong in the file is told to who reads the lines.
  connect(createReadStream(path), gunzip, () => {})
  let rest = ''
  let lines: string[] = []
  // Not node:readline: it also splits where a text has one of Unicode's own line separators.
  for await (const chunk of gunzip as AsyncIterable<string>) {
    const whole = (rest + chunk).split('\n')
    rest = whole.pop() ?? ''
    for (const line of whole) {
      lines.push(line)
      if (lines.length < atOnce) continue
      yield lines
      lines = []
    }
  }
  if (lines.length > 0) yield lines
}
