import type { Page } from '@playwright/test'

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
