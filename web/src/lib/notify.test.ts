import { expect, test } from 'vitest'
import { notify, onFirstNotice, takeNotices, displayFor, type Notice } from './notify.ts'

test.each([
  ['/admin/signin', 'toast'],
  ['/superadmin/signin', 'toast'],
  ['/admin/dashboard', 'toast'],
  ['/admin/dashboard/', 'toast'],
  ['/superadmin/dashboard', 'toast'],
  ['/superadmin/company/settings', 'toast'],
  ['/admin/pincodes', 'popup'],
  ['/admin/orders/new', 'popup'],
  ['/admin/change/password', 'popup'],
  ['/admin/dashboards', 'popup'],
])('on %s a message is a %s', (pathname, display) => {
  expect(displayFor(pathname)).toBe(display)
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
