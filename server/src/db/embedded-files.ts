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

type Stream = { nfd?: number }
type Options = Parameters<NodeFS['init']>[1]

/**
 * PGlite's file system on a folder, with an fsync that reaches the disk. As PGlite comes, PostgreSQL's fsync does
 * nothing there, and a power cut loses what was acknowledged.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const withFsync = (module: unknown) => {
      const { FS } = module as { FS: { filesystems: { NODEFS: { stream_ops: Record<string, unknown> } } } }
      FS.filesystems.NODEFS.stream_ops.fsync = ({ nfd }: Stream) => {
        if (nfd !== undefined) fsyncSync(nfd)
        return 0
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
