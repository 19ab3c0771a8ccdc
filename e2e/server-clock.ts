import { readFileSync, watchFile, writeFileSync } from 'node:fs'

/**
 * Loaded into a server before its own modules (`startClock`). Shifts its clock by the milliseconds in the file
 * CLOCK_FILE, which may change while the server runs. Each applied shift is confirmed in the file `CLOCK_FILE.applied`.
 */
const file = process.env['CLOCK_FILE'] ?? ''
const System = Date
let shift = 0

function apply() {
  const text = readFileSync(file, 'utf8')
  shift = Number(text)
  writeFileSync(`${file}.applied`, text)
}
apply()
watchFile(file, { interval: 50, persistent: false }, apply)

const now = () => System.now() + shift
// A proxy instead of a subclass, so that dates from other threads are still instances of Date.
globalThis.Date = new Proxy(System, {
  construct: (target, given: unknown[]) =>
    given.length > 0 ? (Reflect.construct(target, given) as Date) : new target(now()),
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
})
