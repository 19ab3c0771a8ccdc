import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** An opened file; `nfd` is missing if it is a folder. */
type Stream = { nfd?: number; node: object }
type Attributes = { mode?: number }
type Files = {
  node_ops: {
    mknod: (parent: object, name: string, mode: number, dev: number) => object
    setattr: (node: object, attributes: Attributes) => void
  }
  stream_ops: Record<string, unknown> & { setattr: (stream: Stream, attributes: Attributes) => void }
  realPath: (node: object) => string
}
type Options = Parameters<NodeFS['init']>[1]

const inputOutputError = 29

const withoutOthers = (mode: number) => mode & ~0o077

/**
 * Makes everything PostgreSQL creates private to its user. PGlite creates files with 0666 and sets their mode again
 * afterwards, bypassing the umask.
 */
function makePrivately({ node_ops: nodes, stream_ops: streams }: Files) {
  const { mknod, setattr } = nodes
  const { setattr: setOfStream } = streams
  const kept = (given: Attributes) =>
    given.mode === undefined ? given : { ...given, mode: withoutOthers(given.mode) }
  nodes.mknod = (parent, name, mode, dev) => mknod(parent, name, withoutOthers(mode), dev)
  nodes.setattr = (node, given) => setattr(node, kept(given))
  streams.setattr = (stream, given) => setOfStream(stream, kept(given))
}

/**
 * PGlite's file system on a folder, private, with an fsync that reaches the disk. In PGlite itself fsync does nothing,
 * and a power cut loses acknowledged commits. `refused` is called when the disk fails. PostgreSQL then panics, but
 * PGlite would hide the panic.
 */
export class DurableFiles extends NodeFS {
  readonly refused: (error: unknown) => void
  constructor(folder: string, refused: (error: unknown) => void) {
    super(folder)
    this.refused = refused
  }
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const withOurs = (module: unknown) => {
      const { NODEFS } = (module as { FS: { filesystems: { NODEFS: Files } } }).FS.filesystems
      makePrivately(NODEFS)
      NODEFS.stream_ops.fsync = ({ nfd, node }: Stream) => {
        try {
          if (nfd === undefined) syncPath(NODEFS.realPath(node))
          else fsyncSync(nfd)
          return 0
        } catch (error) {
          this.refused(error)
          return inputOutputError
        }
      }
    }
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), withOurs]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as Options }
  }
}

function syncPath(path: string) {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const building = (folder: string) => `${folder}.init-${process.pid}`

/** Removes the incomplete clusters of first starts that were killed. */
function removeUnfinished(folder: string) {
  const prefix = `${basename(folder)}.init-`
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid === process.pid || !isRunning(pid))
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/**
 * Creates a new cluster in a temporary folder and renames it once it is complete and on disk, so that a kill during the
 * first start leaves nothing half done. Does nothing when the cluster exists.
 */
export async function ensureCluster(folder: string, build: (folder: string) => Promise<void>) {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  removeUnfinished(folder)
  const fresh = building(folder)
  mkdirSync(fresh, { mode: 0o700 })
  try {
    await build(fresh)
    syncTree(fresh)
    renameSync(fresh, folder)
    syncPath(dirname(folder))
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
}
