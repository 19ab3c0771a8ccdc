import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

const ofOthers = 0o077

const sliceMs = 5

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Takes the rights of group and others away from one path; false where they remain. Opened without following a link: a
 * path that was exchanged for a link since it was looked at must not lead out of the folder.
 */
function takeRights(path: string): boolean {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    fchmodSync(handle, fstatSync(handle).mode & 0o700)
    return (fstatSync(handle).mode & ofOthers) === 0
  } finally {
    closeSync(handle)
  }
}

/** Mends a file or a folder, and says whether it is a folder. */
function mend(path: string, failed: string[]): boolean {
  let isFolder = false
  try {
    const found = lstatSync(path)
    isFolder = found.isDirectory()
    const isOurs = isFolder || found.isFile()
    if (isOurs && (found.mode & ofOthers) !== 0 && !takeRights(path)) failed.push(path)
  } catch (error) {
    // Another process of the store has removed it, or a link stands there now.
    if (!isCode(error, 'ENOENT', 'ELOOP')) failed.push(path)
  }
  return isFolder
}

function namesIn(folder: string, failed: string[]): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'ENOTDIR')) failed.push(folder)
    return []
  }
}

/** A folder before what is in it: once it is shut, nobody can exchange anything inside. Stops after each path. */
function* mendTree(path: string, failed: string[]): Generator<void> {
  const isFolder = mend(path, failed)
  yield
  if (!isFolder) return
  for (const name of namesIn(path, failed)) yield* mendTree(join(path, name), failed)
}

/** What is beside the database: files, of which there may be very many. */
function* mendOthers(root: string, failed: string[]): Generator<void> {
  for (const name of namesIn(root, failed)) if (name !== 'database') yield* mendTree(join(root, name), failed)
}

/** Goes on for about `ms`. Whether the end was reached. */
function goOn(trees: Iterator<void>, ms: number): boolean {
  const end = performance.now() + ms
  while (performance.now() < end) if (trees.next().done) return true
  return false
}

/**
 * Makes the folder of a store, or takes every right of others away from one that exists and all that is in it. The folder
 * may be a link; no link inside is followed. Call it before the database is opened: SQLite's lock on a file ends when the
 * same process closes that file. `say` hears one sentence where something cannot be mended.
 * Returns what mends, in slices beside other work, what is left of a very large store after the first `mostMs`.
 * @throws Error of the system when the folder can be neither found nor made
 */
export function makePrivate(
  folder: string,
  say: (sentence: string) => void,
  mostMs = 250,
): () => Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows has no such rights.
  if (process.platform === 'win32') return async () => {}
  const root = realpathSync(folder)
  const failed: string[] = []
  const sayFailed = () => {
    const [first, ...more] = failed
    if (first === undefined) return
    const what = more.length === 0 ? first : `${first} and ${more.length} more in ${folder}`
    say(
      `Others on this machine may be able to read ${what}: give it to the user that runs Kirana, mode 0700.`,
    )
  }

  mend(root, failed)
  for (const _ of mendTree(join(root, 'database'), failed));
  const rest = mendOthers(root, failed)
  const isDone = goOn(rest, mostMs)
  if (isDone) sayFailed()
  return async () => {
    if (isDone) return
    while (!goOn(rest, sliceMs)) await nextTurn()
    sayFailed()
  }
}
