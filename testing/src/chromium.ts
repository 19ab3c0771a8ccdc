import { existsSync, readFileSync } from 'node:fs'
import { bin, command } from './command.ts'

const SHELL_PACKAGE = 'chromium-headless-shell'
/** Without a window to draw it takes a third of the time. */
const SHELL = `/usr/bin/${SHELL_PACKAGE}`

const places = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags without which Chromium does not run as root, or asks the network about itself. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names of this machine for pages of another site and for a shop that is not on localhost.
  '--host-resolver-rules=MAP shop.test 127.0.0.1, MAP evil.test 127.0.0.1',
]

/** The first Chromium on this machine, `CHROMIUM` before the usual places; undefined means Playwright's own. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...places].find((path) => path && existsSync(path))
}

/** Debian, not Ubuntu, whose package of that name is only a pointer to a snap. */
export function isRootOnDebian(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return process.getuid?.() === 0 && /^ID=debian$/m.test(release)
}

/** Installs a Debian package; returns what apt-get said when it failed. */
export async function installPackage(name: string): Promise<string | undefined> {
  console.log(`  installing Debian's package ${name} …`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await command(['apt-get', 'update', '-qq'], quiet)
  const { code, output } = await command(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name],
    quiet,
  )
  return code === 0 ? undefined : output
}

/** A Chromium that starts, installed when there is none; '' stands for Playwright's own. */
export async function workingChromium(): Promise<{ chromium: string; problem?: string }> {
  // A whole browser that is there already takes three times as long as the shell that a minute's install brings.
  if (isRootOnDebian() && !existsSync(SHELL) && !process.env['CHROMIUM']) await installPackage(SHELL_PACKAGE)
  const there = await startable()
  if (there !== undefined) return { chromium: there }
  const said = isRootOnDebian() ? await installDebians() : await installPlaywrights()
  const installed = await startable()
  if (installed !== undefined) return { chromium: installed }
  const problem = 'The browser tests need Chromium: install it, or name one in CHROMIUM.'
  return { chromium: '', problem: said === undefined ? problem : `${problem}\n${said.trim()}` }
}

async function startable(): Promise<string | undefined> {
  const path = findChromium()
  if (path !== undefined && (await command([path, '--version'])).code === 0) return path
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? '' : undefined
}

/** Older releases of Debian have the whole browser only. */
const installDebians = async () => (await installPackage(SHELL_PACKAGE)) && installPackage('chromium')

async function installPlaywrights(): Promise<string | undefined> {
  console.log("  installing Playwright's Chromium …")
  const { code, output } = await command([...bin('@playwright/test/cli.js'), 'install', 'chromium'])
  return code === 0 ? undefined : output
}
