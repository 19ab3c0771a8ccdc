import type { Page } from '@playwright/test'

/** Sets an order of the board to Prepeared without picking it: by the card's menu, which asks once. */
export async function packWithoutPicking(page: Page, number: string) {
  // By keyboard: a card ignores the pointer for 300 ms after an order has moved it.
  await page.getByRole('button', { name: `More for ${number}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Pack without picking' }).click()
  await page
    .getByRole('alertdialog', { name: `Pack ${number} without picking?` })
    .getByRole('button', { name: 'Pack without picking' })
    .click()
}
