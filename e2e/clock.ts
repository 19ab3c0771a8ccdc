import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * A clock for one server and its pages, which the test moves. It starts at `moment` (ISO 8601). Call `stop` at the end.
 */
export function startClock(moment: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kirana-clock-'))
  const file = join(folder, 'shift')
  const shiftTo = (to: string) => String(Date.parse(to) - Date.now())
  writeFileSync(file, shiftTo(moment))
  const preload = new URL('server-clock.ts', import.meta.url).href
  return {
    /** Environment variables to start the server with. */
    environment: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${preload}` },
    /** Moves the server's clock and, from the next navigation on, the page's. This may expire sessions. */
    async set(to: string, page: Page) {
      const shift = shiftTo(to)
      writeFileSync(file, shift)
      const applied = () => existsSync(`${file}.applied`) && readFileSync(`${file}.applied`, 'utf8') === shift
      while (!applied()) await wait(20)
      await page.clock.setFixedTime(new Date(Date.now() + Number(shift)))
    },
    stop: () => rmSync(folder, { recursive: true }),
  }
}
