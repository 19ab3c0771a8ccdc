import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@kirana/contract'
import { where } from '@kirana/testing/where'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivate } from './private-folder.ts'
import { pdf } from '../testing/files/prepared-files.ts'
import { fileOf } from '../testing/files/pictures.ts'
import { copyStore } from '../testing/processes/prepared-store.ts'
import { type ServerProcess, serverProcesses } from '../testing/processes/process.ts'
import { callOver, openShop } from '../testing/processes/process-shop.ts'

const { folder, started } = serverProcesses()

let before = 0
// The most permissive umask; child processes inherit it.
beforeEach(() => {
  before = process.umask(0)
})
afterEach(() => void process.umask(before))

const modeOf = (path: string) => lstatSync(path).mode & 0o777
const pathsIn = (path: string): string[] => {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return []
  const inside = found.isDirectory() ? readdirSync(path) : []
  return [path, ...inside.flatMap((name) => pathsIn(join(path, name)))]
}
/** The paths that other users of the machine may read, enter or change, with their modes. */
const open = (root: string) =>
  pathsIn(root)
    .filter((path) => (modeOf(path) & 0o077) !== 0)
    .map((path) => `${path.slice(root.length)} ${modeOf(path).toString(8)}`)
const openUp = (root: string) => {
  for (const path of pathsIn(root)) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)
}

const ended = async (server: ServerProcess, signal: NodeJS.Signals) => {
  server.child.kill(signal)
  await server.ended
}

/** Approves a withdrawal with a PDF receipt, which is stored as a copy of the upload. */
async function upload(server: ServerProcess) {
  const { staff, customer, customerId } = await openShop(server)
  const coins = { body: { userId: customerId, point: 200 } }
  const key = { 'idempotency-key': 'coins' }
  expect((await callOver(server.address, api.wallet.addCoins, coins, { ...staff, ...key }))?.status).toBe(200)
  const withdrawal = { body: { amount: 1, upiId: 'ravi@upi' } }
  const withdrawn = await callOver(server.address, api.storeWallet.withdraw, withdrawal, customer)
  const files = [fileOf(Buffer.from(pdf), 'receipt.pdf', 'application/pdf')]
  const approved = { body: { withdrawalId: withdrawn?.data._id ?? '' }, files }
  expect((await callOver(server.address, api.withdrawals.approve, approved, staff))?.status).toBe(200)
}

test('starts on an empty folder and keeps all files of the store private under any umask', async () => {
  const dataDir = join(folder(), 'new')
  const env = { DATA_DIR: dataDir }
  const first = await started(env)
  expect(open(dataDir)).toEqual([])
  await upload(first)
  expect(pathsIn(dataDir).filter((path) => /\.(webp|pdf)$/.test(path))).toHaveLength(3)
  expect(open(dataDir)).toEqual([])
  // After SIGKILL the next start replays the log; SIGTERM writes a checkpoint.
  await ended(first, 'SIGKILL')
  expect(open(dataDir)).toEqual([])
  const second = await started(env)
  expect(open(dataDir)).toEqual([])
  await ended(second, 'SIGTERM')
  expect(open(dataDir)).toEqual([])
  const third = await started(env)
  expect(open(dataDir)).toEqual([])
  await ended(third, 'SIGTERM')
})

test('makes files of older versions private at the start', async () => {
  const deep = join(folder(), 'files', 'ab', 'cd')
  mkdirSync(deep, { recursive: true })
  mkdirSync(join(folder(), 'incoming'))
  for (const path of [join(deep, 'receipt.pdf'), join(folder(), 'incoming', 'half')]) writeFileSync(path, 'x')
  openUp(folder())
  expect(open(folder()).length).toBeGreaterThan(900)
  const server = await started()
  expect(open(folder())).toEqual([])
  expect(server.said()).not.toContain('Other users of this machine')
  await ended(server, 'SIGTERM')
})

const moduleCache = new URL('module-cache.ts', import.meta.url).href
const command = (name: string, words: string[], env: Record<string, string>) => {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--import', moduleCache, file, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: folder(), SAMPLE_DATA: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return once(child, 'exit').then(([code]) => code as number)
}

test('writes backups and restored stores privately', async () => {
  const server = await started()
  await upload(server)
  await ended(server, 'SIGTERM')
  openUp(folder())
  const backup = join(folder(), 'away', 'backup')
  expect(await command('../commands/backup.ts', [backup], {})).toBe(0)
  expect(open(folder())).toEqual([])
  // Creating a cluster is slow, so restore into a copy of an empty one that others may read.
  const again = join(folder(), 'again')
  copyStore('bare', again)
  openUp(again)
  expect(await command('../commands/restore.ts', [backup], { DATA_DIR: again })).toBe(0)
  expect(pathsIn(again).length).toBeGreaterThan(900)
  expect(open(folder())).toEqual([])
})

test('follows no links out of the store but accepts a linked store folder', () => {
  const [inside, outside] = [join(folder(), 'inside'), join(folder(), 'outside')]
  for (const path of [inside, outside]) mkdirSync(path)
  writeFileSync(join(outside, 'file'), 'x')
  symlinkSync(outside, join(inside, 'files'))
  symlinkSync(join(outside, 'file'), join(inside, 'file'))
  openUp(inside)
  openUp(outside)
  symlinkSync(inside, join(folder(), 'link'))
  const said: string[] = []
  void makePrivate(join(folder(), 'link'), (sentence) => said.push(sentence))
  expect(open(inside)).toEqual([])
  expect(open(outside)).toEqual([' 755', '/file 666'])
  expect(said).toEqual([])
})

test('refuses a folder that all users share, and leaves its permissions', () => {
  const shared = join(folder(), 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  expect(() => makePrivate(shared, () => {})).toThrow(
    `DATA_DIR is not valid: all users share ${shared}. Choose a folder inside it, such as ${join(shared, 'kirana')}.`,
  )
  expect(lstatSync(shared).mode & 0o7777).toBe(0o1777)
})

test('makes a large store’s folder private immediately and repairs the rest in the background', async () => {
  for (let n = 0; n < 2_000; n++) {
    const part = join(folder(), 'files', String(n))
    mkdirSync(part, { recursive: true })
    writeFileSync(join(part, 'picture.webp'), 'x')
  }
  openUp(folder())
  const repairRest = makePrivate(folder(), () => {}, 0)
  expect(modeOf(folder())).toBe(0o700)
  expect(open(join(folder(), 'database'))).toEqual([])
  expect(open(folder()).length).toBeGreaterThan(4_000)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await repairRest()
  clearInterval(timer)
  expect(open(folder())).toEqual([])
  expect(turns).toBeGreaterThan(1)
})

where(existsSync('/etc/ssl') ? null : 'there is no /etc/ssl that belongs to somebody else', () => {
  test('warns in one sentence about a folder owned by another user', async () => {
    // A system folder that the child process may not change, even if the tests run as root.
    const asNobody = `import { makePrivate } from ${JSON.stringify(new URL('private-folder.ts', import.meta.url).href)}
    if (process.getuid() === 0) {
      process.setgid(65534)
      process.setuid(65534)
    }
    makePrivate('/etc/ssl', console.log, 60_000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', asNobody], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += String(text)))
    expect((await once(child, 'close'))[0]).toBe(0)
    expect(said).toMatch(
      /^Other users of this machine may be able to read \S+ and \d+ more in .+, with mode 0700\.\n$/,
    )
  })
})
