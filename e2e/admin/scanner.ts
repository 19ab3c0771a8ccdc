import type { Page } from '@playwright/test'

/** Types a code as a scanner does: keys sent one after the other would come too slowly on a busy machine. */
export const scan = async (page: Page, code: string, end: readonly ('Enter' | 'Tab')[] = ['Enter']) => {
  await Promise.all([...code, ...end].map(async (key) => page.keyboard.press(key === ' ' ? 'Space' : key)))
}
