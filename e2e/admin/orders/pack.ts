import type { Locator, Page } from '@playwright/test'
import { expect } from '../../test.ts'

/** Sets an order of the board to Prepeared without picking, with the card's menu and its confirmation. */
export async function packWithoutPicking(page: Page, number: string) {
  // Uses the keyboard, because a card ignores the pointer for 300 ms after it has moved.
  await page.getByRole('button', { name: `More for ${number}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Pack without picking' }).click()
  await page
    .getByRole('alertdialog', { name: `Pack ${number} without picking?` })
    .getByRole('button', { name: 'Pack without picking' })
    .click()
}

/** Turns the pages of packing mode until `target` is shown. The number of a page is drawn before its cards. */
export async function turnTo(page: Page, target: Locator) {
  const next = page.getByRole('button', { name: 'Next page' })
  await expect(next).toBeVisible()
  const isShown = () =>
    target.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    )
  while (!(await isShown()) && (await next.isEnabled())) await next.click()
}
