import { useEffect, useEffectEvent } from 'react'
import { notify } from '#/lib/notify.ts'
import { afterPresses } from './after-paint.ts'
import { hasOpenDialog, isTextField, whenQuiet } from './keys.ts'

/** Maximum pause between two keys of a scanner. */
const GAP_MS = 100
const MIN_CODE = 4
/** From this key on, the page does not receive the keys of a scan. The first two keys may be a shortcut. */
const FIRST_HIDDEN = 3

const isCodeKey = (key: string) => /^[\p{L}\d -]$/u.test(key)
/** Whether a key types one character, as opposed to Enter or an arrow. */
const isCharacter = (key: string) => key.length === 1

const figureFields = 'input[type=number], input[inputmode=numeric], input[inputmode=decimal]'
const isFigures = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.matches(figureFields)

type Handler = { onScan: (code: string) => void; isForDialog: boolean }
/** The last handler gets a scan, because a dialog that handles scans is mounted after its screen. */
const handlers: Handler[] = []

/** The keys so far. `field` is the focused number field or select, with its value before these keys. */
type Burst = {
  code: string
  at: number
  field: { input: HTMLInputElement | HTMLSelectElement; value: string } | null
}
let burst: Burst | null = null
/** Stops the timer that ends a burst. */
let stopWaiting = () => {}

/**
 * Restores the value of a field that a scan has changed. Uses the prototype's setter, because React does not notice
 * other changes.
 */
function restore({ input, value }: NonNullable<Burst['field']>) {
  if (input.value === value) return
  const isSelect = input instanceof HTMLSelectElement
  const { prototype } = isSelect ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }))
}

/** Ends the burst; true if it was a scan. */
function end(): boolean {
  const ended = burst
  burst = null
  stopWaiting()
  const handler = handlers.at(-1)
  if (!ended || !handler || ended.code.length < MIN_CODE) return false
  if (ended.field) restore(ended.field)
  if (hasOpenDialog() && !handler.isForDialog) notify('failure', 'Close this first', 'toast')
  // Runs after presses that are still being processed, so that the scan adds to their count.
  else afterPresses(() => handler.onScan(ended.code.trim()))
  return true
}

const isNextIn = (timeStamp: number) => burst !== null && timeStamp - burst.at <= GAP_MS

function add({ key, target, timeStamp }: KeyboardEvent) {
  const isNext = isNextIn(timeStamp)
  const field =
    isFigures(target) || target instanceof HTMLSelectElement ? { input: target, value: target.value } : null
  burst =
    isNext && burst
      ? { ...burst, code: burst.code + key, at: timeStamp }
      : { code: key, at: timeStamp, field }
  stopWaiting()
  stopWaiting = whenQuiet(end)
}

/**
 * Text fields other than number fields keep a scan as text. Selects do not, because they would choose an option by its
 * letters, and Enter would submit the form.
 */
const isText = (target: EventTarget | null) =>
  isTextField(target) && !isFigures(target) && !(target instanceof HTMLSelectElement)

function onKeyDown(event: KeyboardEvent) {
  const { key, target, repeat, isComposing } = event
  if (key === 'Shift') return
  if (event.ctrlKey || event.metaKey || event.altKey || repeat || isComposing || isText(target)) {
    burst = null
    stopWaiting()
    return
  }
  // Other characters are accepted within a scan, because a QR code may be read by mistake. Otherwise its parts would
  // reach the page as keys.
  if (isCodeKey(key) || (isCharacter(key) && isNextIn(event.timeStamp))) {
    add(event)
    // Focused buttons, menus and selects do not receive the keys of a scan. Number fields and selects are restored at
    // its end.
    if (burst && burst.code.length >= FIRST_HIDDEN && !isFigures(target)) hide(event)
  } else if ((key === 'Enter' || key === 'Tab') && end()) hide(event)
  else if (burst) end()
}

function hide(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Firefox presses a button when Space is released, even if its keydown was stopped. */
function onKeyUp(event: KeyboardEvent) {
  if (event.key === ' ' && burst && burst.code.length >= FIRST_HIDDEN) hide(event)
}

/**
 * Calls `onScan` with a code that a barcode scanner types: at least four digits, letters, hyphens or spaces, at most
 * 100 ms apart, ended by Enter, Tab or a pause of 150 ms. Other characters within a scan belong to it, as in a QR code.
 * A scan presses no button. A text field keeps it as text; a number field or select keeps its value. While a dialog is
 * open, only a handler with `isForDialog` is called (picking screen, Scanners).
 */
export function useScanner(onScan: (code: string) => void, { isForDialog = false } = {}) {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const handler = { onScan: (code: string) => scanned(code), isForDialog }
    if (handlers.length === 0) {
      addEventListener('keydown', onKeyDown, true)
      addEventListener('keyup', onKeyUp, true)
    }
    handlers.push(handler)
    return () => {
      handlers.splice(handlers.indexOf(handler), 1)
      if (handlers.length > 0) return
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('keyup', onKeyUp, true)
    }
  }, [isForDialog])
}
