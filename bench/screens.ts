import { chromium } from '@playwright/test'
import { firstVisits, visit } from '@kirana/testing/first-visit'
import prepare from '@kirana/testing/prepare'
import { startServer } from '@kirana/testing/server'
import { addCookie } from '@kirana/testing/cookies'
import { chromiumFlags, findChromium } from '@kirana/testing/chromium'
import { saveResults } from './servers.ts'

/** Measures requests, bytes and time of a first visit on a slow phone connection: `node bench/screens.ts`. */
const ROUNDS = 7
const line = { latencyMs: 150, downMbit: 1.6, upMbit: 0.75 }
const bytesPerSecond = (mbit: number) => (mbit * 1_000_000) / 8

await prepare()
const { origin, cookies, stop } = await startServer()
const path = findChromium()
const browser = await chromium.launch({ args: chromiumFlags, ...(path && { executablePath: path }) })

async function once({ path: address, isSignedIn, shows }: (typeof firstVisits)[number]) {
  const context = await browser.newContext({ baseURL: origin })
  try {
    if (isSignedIn) await addCookie(context, origin, cookies.staff)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: bytesPerSecond(line.downMbit),
      uploadThroughput: bytesPerSecond(line.upMbit),
    })
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    const { asked, all, ms } = await visit(page, address, shows)
    return { requests: asked.length, inAll: all.length, kb: Math.round(bytes / 1000), ms }
  } finally {
    await context.close()
  }
}

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

const screens = []
for (const screen of firstVisits) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await once(screen))
  screens.push({
    screen: screen.name,
    requests: Math.max(...rounds.map(({ requests }) => requests)),
    /** Including requests after the screen is painted. */
    inAll: Math.max(...rounds.map(({ inAll }) => inAll)),
    kb: median(rounds.map(({ kb }) => kb)),
    ms: median(rounds.map(({ ms }) => ms)),
  })
}
saveResults('screens', { line, rounds: ROUNDS, screens })
process.stdout.write(`${JSON.stringify(screens, null, 2)}\n`)

await browser.close()
await stop()
