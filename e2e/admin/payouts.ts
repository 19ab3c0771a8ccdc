import { api } from '@kirana/contract'
import type { Page } from '@playwright/test'
import type { Call } from '@kirana/testing/caller'
import type { Customer } from '@kirana/testing/customer'
import { form } from './dialogs.ts'

export const requests = '/admin/withdrawal/requests'
export const history = '/admin/transanctions'
export const aPdf = {
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\ntrailer<<>>\n%%EOF\n'),
}

type Asked = { upiId?: string; bankAcNumber?: string; ifscCode?: string; amount?: number }

/** Requests a withdrawal, by default of ₹250.50, from coins added by staff. */
export async function ask(
  call: Call,
  { phone, call: asCustomer }: Customer,
  { amount = 250.5, ...account }: Asked,
) {
  const { data } = await call(api.users.list, { params: { page: 1 }, query: { search: phone } })
  await call(api.wallet.addCoins, { body: { userId: data[0]?._id ?? '', point: Math.ceil(amount) } })
  return asCustomer(api.storeWallet.withdraw, {
    body: { amount, upiId: '', bankAcNumber: '', ifscCode: '', ...account },
  })
}

export const rowOf = (page: Page, fullName: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: fullName, exact: true }) })
export const approveButton = (page: Page, fullName: string) =>
  page.getByRole('button', { name: `Approve ${fullName}`, exact: true })
export const choose = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  form(page).locator('input[type=file]').setInputFiles(files)
