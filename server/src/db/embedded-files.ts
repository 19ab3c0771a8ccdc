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

/** A folder that PostgreSQL opened has no descriptor of its own here. */
type Stream = { nfd?: number; node: object }
type Files = { stream_ops: Record<string, unknown>; realPath: (node: object) => string }
type Options = Parameters<NodeFS['init']>[1]

const inputOutputError = 29

/**
 * PGlite's file system on a folder, with an fsync that reaches the disk. As PGlite comes, PostgreSQL's fsync does
 * nothing there, and a power cut loses what was acknowledged.
 * A disk that refuses is told to `refused`: PostgreSQL panics at it as it must, and PGlite would swallow the panic.
 */
export class DurableFiles extends NodeFS {
  readonly refused: (error: unknown) => void
  constructor(folder: string, refused: (error: unknown) => void) {
    super(folder)
    this.refused = refused
  }
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const withFsync = (module: unknown) => {
      const { NODEFS } = (module as { FS: { filesystems: { NODEFS: Files } } }).FS.filesystems
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
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), withFsync]
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

/** Removes what first starts left that were killed. */
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
 * Makes a new cluster beside its place and moves it there when it is whole and on the disk, so that a kill in the
 * middle of the first start leaves nothing half done. Does nothing when there is a cluster already.
 */
export async function ensureCluster(folder: string, build: (folder: string) => Promise<void>) {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  mkdirSync(dirname(folder), { recursive: true })
  removeUnfinished(folder)
  const fresh = building(folder)
  mkdirSync(fresh)
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
