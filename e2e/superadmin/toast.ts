import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/** Waits for the toast with the result of a change, and closes it. */
export async function toast(page: Page, message: string, kind: 'success' | 'failure' = 'success') {
  const told = page.locator('.toast').filter({
    has: page
      .getByRole(kind === 'success' ? 'status' : 'alert')
      .filter({ hasText: new RegExp(`^${message}$`) }),
  })
  await expect(told).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // Not click(), because hovering keeps the toast open. The toast may already have closed by itself.
  const close = told.getByRole('button', { name: 'Close message', exact: true })
  await close.dispatchEvent('click', {}, { timeout: 1000 }).catch(() => {})
  await expect(told).toBeHidden()
}
