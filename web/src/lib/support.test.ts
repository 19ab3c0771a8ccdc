import { expect, test } from 'vitest'
import { supportLink } from './support.ts'

test('adds a message with person and screen and keeps the rest of the link', () => {
  const link = new URL(supportLink('https://wa.me/919800000000?lang=en', 'Nisha', '/admin/orders/new'))
  expect(link.origin + link.pathname).toBe('https://wa.me/919800000000')
  expect(link.searchParams.get('lang')).toBe('en')
  expect(link.searchParams.get('text')).toContain('Nisha')
  expect(link.searchParams.get('text')).toContain('/admin/orders/new')
})

test('falls back to a default chat link if the server has none', () => {
  expect(supportLink(undefined, 'staff', '/')).toMatch(/^https:\/\/wa\.me\/\?text=/)
})
