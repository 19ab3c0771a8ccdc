import { useEffect, useEffectEvent } from 'react'
import { notify } from '#/lib/notify.ts'
import { afterPresses } from './after-paint.ts'
import { hasOpenDialog, isTextField, whenQuiet } from './keys.ts'

/** A scanner types its keys at most this far apart. */
const GAP_MS = 100
const MIN_CODE = 4
/** From this key on nothing else on the page gets the keys: two keys may be a shortcut. */
const FIRST_HIDDEN = 3

const isCodeKey = (key: string) => /^[\p{L}\d -]$/u.test(key)
/** Whether a key types one character, as opposed to Enter or an arrow. */
const isCharacter = (key: string) => key.length === 1

const figureFields = 'input[type=number], input[inputmode=numeric], input[inputmode=decimal]'
const isFigures = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.matches(figureFields)

type Handler = { onScan: (code: string) => void; isForDialog: boolean }
/** The latest one gets a scan: a dialog that has use for codes is mounted after its screen. */
const handlers: Handler[] = []

/** The keys so far; `field` is a field of figures or a select with the value that it had before them. */
type Burst = {
  code: string
  at: number
  field: { input: HTMLInputElement | HTMLSelectElement; value: string } | null
}
let burst: Burst | null = null
/** Stops waiting for the quiet after a burst. */
let stopWaiting = () => {}

/** Undoes what a scan has typed or chosen. React notices a value only if the prototype's setter sets it. */
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
  // A press that is not stored yet comes first: the scan counts on from it.
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

/** In any other text field a scan is text. A select would choose by its letters, and its Enter submit the form. */
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
  // No code has other characters, but a QR code read by mistake does: without them, its parts would be keys of the page.
  if (isCodeKey(key) || (isCharacter(key) && isNextIn(event.timeStamp))) {
    add(event)
    // No focused button, menu or select gets the keys of a scan. Fields of figures and selects are restored at its end.
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
 * Calls `onScan` with a code that a barcode scanner types: at least four digits, letters, hyphens or spaces at most 100 ms
 * apart, ended by Enter, Tab or 150 ms of quiet. A scan presses no button; in a text field it is text, and a field of
 * figures or a select keeps its value. Other characters within a scan belong to it, as in a QR code. While a dialog is open,
 * only a handler of `isForDialog` gets it (picking screen, Scanners).
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
