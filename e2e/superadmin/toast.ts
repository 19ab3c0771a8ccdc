import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/** The toast that says how a change went; it closes by itself, and no popup asks for an OK. */
export async function toast(page: Page, message: string, kind: 'success' | 'failure' = 'success') {
  const told = page
    .getByRole(kind === 'success' ? 'status' : 'alert')
    .filter({ hasText: new RegExp(`^${message}$`) })
  await expect(told).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close message', exact: true }).click()
}
