import { permissions } from '@kirana/domain/permissions'
import { expect, test } from 'vitest'
import { needAt } from '#/lib/session/screen-needs.ts'
import { menuFor } from './allowed-screens.ts'
import { adminScreens } from './screens.ts'

test('a screen outside the menu needs the permission of its list', () => {
  expect(needAt('/admin/order/get/1')).toBe('orders.read')
  expect(needAt('/admin/orders')).toBe('orders.read')
  expect(needAt('/admin/orders/round')).toBe('picking')
  expect(needAt('/admin/product/edit/1')).toBe('catalogue.write')
  expect(needAt('/admin/product/video/1')).toBe('catalogue.read')
  expect(needAt('/admin/product/add')).toBe('catalogue.write')
  expect(needAt('/admin/users/1')).toBe('customers.read')
  expect(needAt('/admin/change/password')).toBe('everybody')
})

test('every menu entry except Change Password needs a permission', () => {
  const open = adminScreens.flatMap(({ screens }) => screens).filter(({ to }) => needAt(to) === 'everybody')
  expect(open.map(({ to }) => to)).toEqual(['/admin/change/password'])
})

test('all permissions show the whole menu, and no permissions only the screens for everybody', () => {
  expect(menuFor(permissions)).toEqual(adminScreens)
  expect(menuFor([]).flatMap(({ screens }) => screens.map(({ name }) => name))).toEqual(['Change Password'])
})
