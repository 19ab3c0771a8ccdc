import type { Page } from '@playwright/test'

/** Properties of special keys that Chromium needs in addition to the name (DevTools protocol). */
const special: Record<string, { code: string; windowsVirtualKeyCode: number; text: string }> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Shift: { code: 'ShiftLeft', windowsVirtualKeyCode: 16, text: '' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9, text: '' },
  '-': { code: 'Minus', windowsVirtualKeyCode: 189, text: '-' },
  ' ': { code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
}

/** The pause between two keys of a scanner, in ms. */
const GAP_MS = 5

/**
 * Types a code as a scanner does. Waits until the page is idle. Then sends all keys with their own timestamps and
 * without waiting for the page, because keys sent one by one would arrive too slowly on a busy machine.
 */
export async function scan(page: Page, code: string, end: readonly ('Enter' | 'Tab')[] = ['Enter']) {
  const session = await page.context().newCDPSession(page)
  await page.evaluate('new Promise((idle) => requestIdleCallback(() => idle(), { timeout: 500 }))')
  const start = Date.now()
  const keys = [...code].flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : key))
  const sent = [...keys, ...end].flatMap((key, n) => {
    const { text, ...known } = special[key] ?? {
      text: key,
      windowsVirtualKeyCode: key.toUpperCase().codePointAt(0) ?? 0,
    }
    const event = { key, ...known, timestamp: (start + n * GAP_MS) / 1000 }
    return [
      session.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', text, ...event }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
    ]
  })
  await Promise.all(sent)
  await session.detach()
}

/**
 * Dispatches the keys of a code and Enter inside the page, all at once. Use it in tests with many scans: on a busy machine the
 * keys of `scan` can arrive more than 150 ms apart, which ends a code. Dispatched keys have no default action: they press no
 * button and type nothing into a field.
 */
export const scanAtOnce = (page: Page, code: string) =>
  page.evaluate(`for (const key of ${JSON.stringify([...code, 'Enter'])})
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)
