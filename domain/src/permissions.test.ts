import { expect, test } from 'vitest'
import { fulfils, permissions, readingOf, withImplied } from './permissions.ts'

test('every permission to change something includes the one to see it', () => {
  expect(withImplied(['orders.write', 'push'])).toEqual([
    'orders.read',
    'orders.write',
    'customers.read',
    'push',
  ])
  expect(withImplied(['orders.read', 'orders.write'])).toEqual(['orders.read', 'orders.write'])
  expect(withImplied(['reports'])).toEqual(['orders.read', 'reports'])
  for (const one of permissions) {
    const [area, verb] = one.split('.')
    const isReadable = permissions.some((other) => other === `${area}.read`)
    if (isReadable && verb !== 'read') expect(withImplied([one])).toContain(`${area}.read`)
  }
})

test('a role may only do what its permissions allow', () => {
  expect(fulfils(['orders.read'], 'orders.read')).toBe(true)
  expect(fulfils(['orders.read'], 'orders.write')).toBe(false)
  expect(fulfils([], 'everybody')).toBe(true)
  expect(fulfils(['payments'], ['dispatch', 'payments'])).toBe(true)
  expect(fulfils(['orders.read'], ['dispatch', 'payments'])).toBe(false)
  expect(fulfils(['dispatch'], { all: ['dispatch', 'payments'] })).toBe(false)
  expect(fulfils(['payments', 'dispatch'], { all: ['dispatch', 'payments'] })).toBe(true)
})

test('the permission to see a thing is the read permission of its area, if there is one', () => {
  expect(readingOf('orders.write')).toBe('orders.read')
  expect(readingOf('orders.read')).toBe('orders.read')
  expect(readingOf('payments')).toBe('payments')
  expect(readingOf('everybody')).toBe('everybody')
  expect(readingOf(['dispatch', 'payments'])).toEqual(['dispatch', 'payments'])
})
