import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/** The toast that says how a change went, closed; no popup asks for an OK. */
export async function toast(page: Page, message: string, kind: 'success' | 'failure' = 'success') {
  const told = page.locator('.toast').filter({
    has: page
      .getByRole(kind === 'success' ? 'status' : 'alert')
      .filter({ hasText: new RegExp(`^${message}$`) }),
  })
  await expect(told).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // Without the pointer, which would hold it; on a busy machine it has closed by itself before.
  const close = told.getByRole('button', { name: 'Close message', exact: true })
  await close.dispatchEvent('click', {}, { timeout: 1000 }).catch(() => {})
  await expect(told).toBeHidden()
}
