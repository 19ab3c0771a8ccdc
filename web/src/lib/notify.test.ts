import { expect, test } from 'vitest'
import { notify, onFirstNotice, takeNotices, wayOn, type Notice } from './notify.ts'

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
])('on %s a message is a %s', (pathname, way) => {
  expect(wayOn(pathname)).toBe(way)
})

test('what is told before anybody shows it is kept in order', () => {
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
  expect(shown.map(({ kind, message, way }) => [kind, message, way])).toEqual([
    ['success', 'one', 'toast'],
    ['failure', 'two', 'popup'],
    ['success', 'three', 'toast'],
  ])
})
