import { expect, test } from 'vitest'
import { notify, onFirstNotice, takeNotices, displayFor, type Notice } from './notify.ts'

test.each([
  ['/admin/signin', 'toast', 'toast'],
  ['/superadmin/signin', 'toast', 'toast'],
  ['/admin/dashboard', 'toast', 'toast'],
  ['/admin/dashboard/', 'toast', 'toast'],
  ['/superadmin/dashboard', 'toast', 'toast'],
  ['/superadmin/company/settings', 'toast', 'toast'],
  ['/admin/pincodes', 'popup', 'popup'],
  ['/admin/orders/new', 'popup', 'popup'],
  ['/admin/order/get/1', 'popup', 'popup'],
  ['/admin/change/password', 'popup', 'popup'],
  ['/admin/dashboards', 'popup', 'popup'],
  ['/admin/dispatch', 'toast', 'popup'],
  ['/admin/stock/receipts', 'toast', 'popup'],
  ['/admin/order/new', 'toast', 'popup'],
  ['/admin/orders/round', 'toast', 'popup'],
])('on %s a success is shown as a %s, and a failure as a %s', (pathname, success, failure) => {
  expect(displayFor('success', pathname)).toBe(success)
  expect(displayFor('failure', pathname)).toBe(failure)
})

test('queues notices in order until they can be shown', () => {
  let wakes = 0
  const off = onFirstNotice(() => {
    wakes += 1
  })
  notify('success', 'one', 'toast')
  notify('failure', 'two', 'popup')
  const shown: Notice[] = []
  const stop = takeNotices((notice) => shown.push(notice))
  notify('success', 'three', 'toast')
  stop()
  off()
  expect(wakes).toBe(3)
  expect(shown.map(({ kind, message, display }) => [kind, message, display])).toEqual([
    ['success', 'one', 'toast'],
    ['failure', 'two', 'popup'],
    ['success', 'three', 'toast'],
  ])
})
