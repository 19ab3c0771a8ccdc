import type { Page } from '@playwright/test'

/** The keys in runs without a repeated one: a key that is pressed again before it is released repeats by itself. */
function runsOf(keys: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const key of keys) {
    if (runs.at(-1)?.includes(key)) runs.push([])
    runs.at(-1)?.push(key)
  }
  return runs
}

/** Types a code as a scanner does: keys sent one after the other would come too slowly on a busy machine. */
export async function scan(page: Page, code: string, end: readonly ('Enter' | 'Tab')[] = ['Enter']) {
  const keys = [...code].map((key) => (key === ' ' ? 'Space' : key))
  for (const run of runsOf([...keys, ...end]))
    await Promise.all(run.map(async (key) => page.keyboard.press(key)))
}
