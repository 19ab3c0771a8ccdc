import { existsSync, readFileSync } from 'node:fs'
import { bin, command } from './command.ts'

const SHELL_PACKAGE = 'chromium-headless-shell'
/** The headless shell, which takes a third of the time of a full browser. */
const SHELL = `/usr/bin/${SHELL_PACKAGE}`

const places = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags that let Chromium run as root and prevent its own network requests. */
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

/** The path of Chromium: `CHROMIUM`, then the usual places; undefined means Playwright's own. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...places].find((path) => path && existsSync(path))
}

/** Whether this is root on Debian. Excludes Ubuntu, whose package of the same name only installs a snap. */
export function isRootOnDebian(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return process.getuid?.() === 0 && /^ID=debian$/m.test(release)
}

/** Installs a Debian package; returns the output of apt-get if it fails. */
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

/** Finds or installs a Chromium that starts; '' means Playwright's own. */
export async function workingChromium(): Promise<{ chromium: string; problem?: string }> {
  // Worth a minute of installation, even if a full browser exists, which takes three times as long per test.
  if (isRootOnDebian() && !existsSync(SHELL) && !process.env['CHROMIUM']) await installPackage(SHELL_PACKAGE)
  const there = await startable()
  if (there !== undefined) return { chromium: there }
  const output = isRootOnDebian() ? await installDebians() : await installPlaywrights()
  const installed = await startable()
  if (installed !== undefined) return { chromium: installed }
  const problem = 'The browser tests need Chromium: install it, or name one in CHROMIUM.'
  return { chromium: '', problem: output === undefined ? problem : `${problem}\n${output.trim()}` }
}

async function startable(): Promise<string | undefined> {
  const path = findChromium()
  if (path !== undefined && (await command([path, '--version'])).code === 0) return path
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath()) ? '' : undefined
}

/** Older releases of Debian have only the full browser. */
const installDebians = async () => (await installPackage(SHELL_PACKAGE)) && installPackage('chromium')

async function installPlaywrights(): Promise<string | undefined> {
  console.log("  installing Playwright's Chromium …")
  const { code, output } = await command([...bin('@playwright/test/cli.js'), 'install', 'chromium'])
  return code === 0 ? undefined : output
}
