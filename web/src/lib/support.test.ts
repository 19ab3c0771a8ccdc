import { expect, test } from 'vitest'
import { supportLink } from './support.ts'

test('the message names who asks from which screen; the rest of the address stays', () => {
  const link = new URL(supportLink('https://wa.me/919800000000?lang=en', 'Nisha', '/admin/orders/new'))
  expect(link.origin + link.pathname).toBe('https://wa.me/919800000000')
  expect(link.searchParams.get('lang')).toBe('en')
  expect(link.searchParams.get('text')).toContain('Nisha')
  expect(link.searchParams.get('text')).toContain('/admin/orders/new')
})

test('without an address of the server it is still a chat link', () => {
  expect(supportLink(undefined, 'staff', '/')).toMatch(/^https:\/\/wa\.me\/\?text=/)
})
