import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '@kirana/testing/chromium'

/** How often a test kills the browser. */
export const kills = Number(process.env['KILLS'] ?? 500)

export const random = (max: number) => Math.floor(Math.random() * max)
export const oneOf = <const T>(all: readonly [T, ...T[]]): T => all[random(all.length)] ?? all[0]
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Starts a browser whose profile stays on the disk and whose process can be killed. Playwright's own launch cannot be
 * used, because it closes the pages first.
 */
async function launch(profile: string): Promise<{ browser: Browser; child: ChildProcess }> {
  const flags = [...chromiumFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(findChromium() ?? chromium.executablePath(), flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  if (!child.stderr) throw new Error('The browser has no stderr')
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? []
    if (address) return { child, browser: await chromium.connectOverCDP(address) }
  }
  throw new Error('The browser has not started')
}

/** Kills all processes of the browser at once, like a device that runs out of memory. */
async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await ended
}

async function crash(page: Page) {
  const session = await page.context().newCDPSession(page)
  await Promise.race([session.send('Page.crash').catch(() => {}), pause(2000)])
  await page.close().catch(() => {})
}

export type End = 'closed' | 'crashed' | 'killed'
export type Network = 'online' | 'offline' | 'back online'

/** A browser whose profile survives crashes and kills. */
export async function mortalBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'kirana-kills-'))
  let { browser, child } = await launch(profile)
  return {
    /** Returns the browser's context, online. */
    async context() {
      const context = browser.contexts()[0] ?? (await browser.newContext())
      await context.setOffline(false)
      return context
    },
    /**
     * Runs `work` in the page until the page is closed, its process crashes or the browser is killed at a random
     * moment.
     */
    async endDuring(page: Page, work: () => Promise<void>): Promise<{ how: End; network: Network }> {
      const network = oneOf(['online', 'offline', 'back online'])
      await page.context().setOffline(network !== 'online')
      const working = work().catch(() => {})
      await pause(50 + random(1500))
      // The page then ends while the queue is being sent.
      if (network === 'back online') await page.context().setOffline(false)
      const how = oneOf(['closed', 'crashed', 'killed'])
      if (how === 'closed') await page.close()
      else if (how === 'crashed') await crash(page)
      else {
        await kill(child)
        ;({ browser, child } = await launch(profile))
      }
      await working
      return { how, network }
    },
    async stop() {
      await kill(child)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
