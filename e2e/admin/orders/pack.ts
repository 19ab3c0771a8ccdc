import { expect, type Page } from '@playwright/test'

/** Sets an order of the board to Prepeared without picking it: by the card's menu, which asks once. */
export async function packWithoutPicking(page: Page, number: string) {
  const more = page.getByRole('button', { name: `More for ${number}` })
  const pack = page.getByRole('menuitem', { name: 'Pack without picking' })
  // A card that has just moved, as while fonts load, ignores a press.
  await expect(async () => {
    if (!(await pack.isVisible())) await more.click({ timeout: 2000 })
    await expect(pack).toBeVisible({ timeout: 2000 })
  }).toPass()
  await pack.click()
  await page
    .getByRole('alertdialog', { name: `Pack ${number} without picking?` })
    .getByRole('button', { name: 'Pack without picking' })
    .click()
}
