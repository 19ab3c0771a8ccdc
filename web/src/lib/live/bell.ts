import { ring, ringLate } from './chime.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { waiting } from './waiting.ts'

const KEY = 'kirana-bell'
const RING_INTERVAL_MS = 4000

const isStoredOn = () => {
  try {
    return localStorage.getItem(KEY) === 'on'
  } catch {
    return false
  }
}

let isOn = isStoredOn()
const state = createStore<'off' | 'on' | 'mute'>(isOn ? 'mute' : 'off')
let context: AudioContext | null = null
let isElected = false
let releaseLock: (() => void) | null = null
let timer: ReturnType<typeof setInterval> | undefined

/** Whether this tab is the one that rings. */
export const ringsHere = createStore(false)

const isAudible = () => context?.state === 'running'

/** Rings now and every 4 s while orders wait, in the elected tab only. */
function updateRinging() {
  ringsHere.set(isOn && isElected && isAudible())
  const rings = ringsHere.get() && waiting.get().length > 0
  if (!rings) {
    clearInterval(timer)
    timer = undefined
  } else if (timer === undefined) {
    const playChime = () => context && ring(context)
    playChime()
    timer = setInterval(playChime, RING_INTERVAL_MS)
  }
}

/** Only tabs that may play sound request the lock. A tab without a user gesture would hold it and stay silent. */
function requestLock() {
  if (releaseLock || !isOn || !isAudible()) return
  // Web Locks need HTTPS or localhost. Without them every tab rings, which is better than none.
  if (!('locks' in navigator)) {
    isElected = true
    releaseLock = () => {}
    return
  }
  const request = new AbortController()
  const untilReleased = new Promise<void>((release) => {
    releaseLock = () => {
      request.abort()
      release()
    }
  })
  navigator.locks
    .request('kirana-bell', { signal: request.signal }, () => {
      isElected = true
      updateRinging()
      return untilReleased
    })
    .catch(() => {})
}

function update() {
  // A tab that can no longer play sound releases the lock to another tab.
  if (!isOn || !isAudible()) {
    releaseLock?.()
    releaseLock = null
    isElected = false
  }
  requestLock()
  updateRinging()
  state.set(!isOn ? 'off' : isAudible() ? 'on' : 'mute')
}

/** Browsers allow sound only after a user gesture, so any press in the tab enables it. */
function unlock() {
  if (!isOn || isAudible()) return
  context ??= new AudioContext()
  context.onstatechange = update
  void context.resume().then(update)
}

/** Rings once, so that the user hears the volume. Call it from a user gesture. */
export async function testRing() {
  context ??= new AudioContext()
  context.onstatechange = update
  await context.resume()
  ring(context)
}

/** Plays the sound for an order that has become late. */
export const soundLate = () => ringsHere.get() && context && ringLate(context)

/** Switches the chime on or off in all tabs and remembers it. Call it from a user gesture. */
export function switchBell(on: boolean) {
  isOn = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Storage is blocked: the choice lasts for this visit and tab.
  }
  unlock()
  update()
}

/** Starts the chime for this tab; returns a cleanup function. */
export function startBell() {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    isOn = isStoredOn()
    update()
  }
  isOn = isStoredOn()
  const stopWaiting = waiting.subscribe(updateRinging)
  addEventListener('storage', onStorage)
  addEventListener('pointerdown', unlock)
  // A touch counts as a gesture only when the finger is lifted.
  addEventListener('pointerup', unlock)
  addEventListener('keydown', unlock)
  update()
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pointerdown', unlock)
    removeEventListener('pointerup', unlock)
    removeEventListener('keydown', unlock)
    stopWaiting()
    releaseLock?.()
    releaseLock = null
    isElected = false
    updateRinging()
  }
}

/** State of the chime. `mute`: switched on, but the tab has had no user gesture since it was loaded. */
export const useBell = () => useStore(state)
export const isBellOn = () => state.get() !== 'off'
