import { chromium } from '@playwright/test'
import { chromiumFlags } from './scripts/suite/chromium.ts'
import { readFileSync } from 'node:fs'
const origin = /(http:\S+)/.exec(readFileSync('/tmp/la-server.log', 'utf8'))![1]!.replace(/[.,]$/, '')
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumFlags })
const shots = JSON.parse(process.argv[2]!) as {
  name: string
  url: string
  w?: number
  h?: number
  dark?: boolean
  full?: boolean
  cookie?: string
  media?: 'print'
  click?: string
  scroll?: number
}[]
for (const s of shots) {
  const ctx = await browser.newContext({
    viewport: { width: s.w ?? 1280, height: s.h ?? 900 },
    colorScheme: s.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
    hasTouch: (s.w ?? 1280) < 500,
  })
  if (s.cookie) {
    const [n, v] = s.cookie.split('=')
    await ctx.addCookies([{ name: n!, value: v!, url: origin }])
  }
  const page = await ctx.newPage()
  page.on('console', (m) => {
    if (m.type() === 'error') console.log(s.name, m.text())
  })
  await page.goto(origin + s.url)
  await page.waitForSelector('h1,h2')
  await page.waitForLoadState('networkidle')
  if (s.media) await page.emulateMedia({ media: s.media })
  if (s.click) await page.click(s.click)
  if (s.scroll) await page.evaluate(`scrollTo(0,${s.scroll})`)
  await page.waitForTimeout(400)
  await page.screenshot({ path: `/tmp/la-${s.name}.png`, fullPage: s.full ?? false })
  await ctx.close()
}
await browser.close()
