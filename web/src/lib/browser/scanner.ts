import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './keys.ts'

/** A scanner types a whole code within this time; nobody types as fast. */
const SCAN_MS = 500
const MIN_CODE = 4

/**
 * Calls `onScan` with a code that a barcode scanner types while no text field has the focus: a scanner sends keys like a
 * keyboard, much faster than a person, and Enter at the end.
 */
export function useScanner(onScan: (code: string) => void) {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    let code = ''
    let since = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.timeStamp - since > SCAN_MS) code = ''
      if (event.key.length === 1) {
        if (code === '') since = event.timeStamp
        code += event.key
        return
      }
      if (event.key === 'Enter' && code.length >= MIN_CODE) {
        // The focused button must not be pressed by the scanner's Enter.
        event.preventDefault()
        scanned(code)
      }
      if (event.key !== 'Shift') code = ''
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
}
