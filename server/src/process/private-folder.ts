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
import { WrongConfiguration } from '../config/config.ts'

const groupAndOthers = 0o077
/** A sticky folder in which everyone may create files, such as /tmp. */
const shared = 0o1002

const sliceMs = 5

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Removes the permissions of group and others from one path; returns whether that worked. Does not follow links,
 * because since the check the path may have been replaced by a link out of the folder.
 */
function removePermissions(path: string): boolean {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    fchmodSync(handle, fstatSync(handle).mode & 0o700)
    return (fstatSync(handle).mode & groupAndOthers) === 0
  } finally {
    closeSync(handle)
  }
}

/** Makes one file or folder private; returns whether it is a folder. */
function repair(path: string, failed: string[]): boolean {
  let isFolder = false
  try {
    const found = lstatSync(path)
    isFolder = found.isDirectory()
    const isFileOrFolder = isFolder || found.isFile()
    if (isFileOrFolder && (found.mode & groupAndOthers) !== 0 && !removePermissions(path)) failed.push(path)
  } catch (error) {
    // Another process has removed it, or replaced it by a link.
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

/**
 * Makes a tree private, yielding after each path. A folder is repaired before its content, so that other users can't
 * replace the content.
 */
function* repairTree(path: string, failed: string[]): Generator<void> {
  const isFolder = repair(path, failed)
  yield
  if (!isFolder) return
  for (const name of namesIn(path, failed)) yield* repairTree(join(path, name), failed)
}

/** Repairs everything except the database, in small steps, because there may be very many files. */
function* repairFiles(root: string, failed: string[]): Generator<void> {
  for (const name of namesIn(root, failed))
    if (name !== 'database') yield* repairTree(join(root, name), failed)
}

/** Continues for about `ms`; returns whether the work is finished. */
function continueFor(trees: Iterator<void>, ms: number): boolean {
  const end = performance.now() + ms
  while (performance.now() < end) if (trees.next().done) return true
  return false
}

/**
 * Creates the data folder, or removes the permissions of group and others from an existing one and its content. The
 * folder may be a link; links inside are not followed. Call it before the database is opened: closing a file would end
 * SQLite's lock on it. `say` gets one sentence if something cannot be repaired.
 * Stops after `maxMs`; the returned function repairs the rest of a very large store in small steps.
 * @throws the system error if the folder can be neither found nor created; WrongConfiguration if all users share it
 */
export function makePrivate(
  folder: string,
  say: (sentence: string) => void,
  maxMs = 250,
): () => Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows has no such permissions.
  if (process.platform === 'win32') return async () => {}
  const root = realpathSync(folder)
  // For root, removing the permissions would succeed, and no other program could use the folder any more.
  if ((lstatSync(root).mode & shared) === shared)
    throw new WrongConfiguration(
      `DATA_DIR is not valid: all users share ${root}. Choose a folder inside it, such as ${join(root, 'kirana')}.`,
    )
  const failed: string[] = []
  const reportFailed = () => {
    const [first, ...more] = failed
    if (first === undefined) return
    const what = more.length === 0 ? first : `${first} and ${more.length} more in ${folder}`
    say(
      `Other users of this machine may be able to read ${what}. Make the user that runs Kirana its owner, with mode 0700.`,
    )
  }

  repair(root, failed)
  for (const _ of repairTree(join(root, 'database'), failed));
  const rest = repairFiles(root, failed)
  const isDone = continueFor(rest, maxMs)
  if (isDone) reportFailed()
  return async () => {
    if (isDone) return
    while (!continueFor(rest, sliceMs)) await nextTurn()
    reportFailed()
  }
}
