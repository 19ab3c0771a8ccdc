import { useSyncExternalStore } from 'react'
import { ring } from './chime.ts'
import { onWaiting, waitingNow } from './waiting.ts'

const KEY = 'kirana-bell'
const EVERY_MS = 4000

const watchers = new Set<() => void>()
let isOn = false
let context: AudioContext | null = null
let isChosen = false
let resign: (() => void) | null = null
let timer: ReturnType<typeof setInterval> | undefined

const isAudible = () => context?.state === 'running'

/** Rings now and every 4 s while an order waits, in the one tab that was chosen. */
function followWaiting() {
  const rings = isOn && isChosen && isAudible() && waitingNow().length > 0
  if (!rings) {
    clearInterval(timer)
    timer = undefined
  } else if (timer === undefined) {
    const strike = () => context && ring(context)
    strike()
    timer = setInterval(strike, EVERY_MS)
  }
}

/** Only a tab that can be heard stands: one that was never touched would win and stay silent. */
function stand() {
  if (resign || !isOn || !isAudible()) return
  // Locks need HTTPS or this machine: elsewhere every tab rings, which beats none.
  if (!('locks' in navigator)) {
    isChosen = true
    resign = () => {}
    return
  }
  const given = new AbortController()
  const held = new Promise<void>((release) => {
    resign = () => {
      given.abort()
      release()
    }
  })
  navigator.locks
    .request('kirana-bell', { signal: given.signal }, () => {
      isChosen = true
      followWaiting()
      return held
    })
    .catch(() => {})
}

function follow() {
  // A tab that has fallen silent makes room for one that is heard.
  if (!isOn || !isAudible()) {
    resign?.()
    resign = null
    isChosen = false
  }
  stand()
  followWaiting()
  for (const tell of watchers) tell()
}

/** Browsers let a page be heard after a press only: the first one anywhere in the tab will do. */
function unlock() {
  if (!isOn || isAudible()) return
  context ??= new AudioContext()
  context.onstatechange = follow
  void context.resume().then(follow)
}

function read() {
  try {
    isOn = localStorage.getItem(KEY) === 'on'
  } catch {
    isOn = false
  }
}

/** Switches the chime on or off, in all tabs, remembered. Call it from a press. */
export function switchBell(on: boolean) {
  isOn = on
  try {
    localStorage.setItem(KEY, on ? 'on' : 'off')
  } catch {
    // Storage is forbidden: it holds for this visit and this tab.
  }
  unlock()
  follow()
}

/** Makes this tab ready to ring; returns how to stop. */
export function startBell() {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== KEY) return
    read()
    follow()
  }
  read()
  const stopWaiting = onWaiting(followWaiting)
  addEventListener('storage', onStorage)
  addEventListener('pointerdown', unlock)
  addEventListener('keydown', unlock)
  follow()
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pointerdown', unlock)
    removeEventListener('keydown', unlock)
    stopWaiting()
    resign?.()
    resign = null
    isChosen = false
    followWaiting()
  }
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
const state = () => (!isOn ? 'off' : isAudible() ? 'on' : 'mute')
/** Whether the chime is switched on; `mute` until the first press after a reload allows this tab to be heard. */
export const useBell = () => useSyncExternalStore(watch, state)
