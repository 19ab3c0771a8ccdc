import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  del,
  download,
  forAnyone,
  forStaff,
  forStaffAnd,
  get,
  post,
  readingPost,
  writingGet,
} from './route.ts'

const data = z.string()

test('a call without access, answer or message does not compile', () => {
  const mustNotCompile = () => [
    // @ts-expect-error The access is missing.
    get('/things', 'All things', { data }),
    // @ts-expect-error A call of staff names what they need.
    get({ access: 'staff' }, '/things', 'All things', { data }),
    // @ts-expect-error A call of several roles names what staff need.
    get({ access: ['staff', 'customer'] }, '/things', 'All things', { data }),
    // @ts-expect-error There is no such permission.
    get(forStaff('everything'), '/things', 'All things', { data }),
    // @ts-expect-error The response of a reading call is missing.
    get(forAnyone, '/things', 'All things', {}),
    // @ts-expect-error A replica cannot answer a call that writes.
    post(forAnyone, '/things', 'Adds a thing', { message: 'Added', replica: true }),
    // @ts-expect-error A call that writes has a message.
    post(forAnyone, '/things', 'Adds a thing', {}),
  ]
  expect(mustNotCompile).toBeTypeOf('function')
})

test('a call that reads answers data, with the message OK', () => {
  expect(get(forStaff('catalogue.read'), '/things', 'All things', { data })).toEqual({
    access: 'staff',
    can: 'catalogue.read',
    method: 'GET',
    path: '/things',
    summary: 'All things',
    writes: false,
    answers: 'json',
    data,
    message: 'OK',
  })
})

test('a call that writes answers no data unless it says so', () => {
  const call = del(forStaffAnd('superadmin', 'approvals'), '/things/:id', 'Deletes a thing', {
    fresh: true,
    message: 'Deleted',
  })
  expect(call).toMatchObject({
    access: ['staff', 'superadmin'],
    can: 'approvals',
    method: 'DELETE',
    writes: true,
    fresh: true,
    message: 'Deleted',
  })
  expect(z.safeDecode(call.data, null).success).toBe(true)
  expect(post(forAnyone, '/things', 'Adds a thing', { data, message: 'Added' }).data).toBe(data)
})

test('whether a call writes does not follow from its method', () => {
  expect(writingGet(forAnyone, '/things/add', 'Adds a thing', { message: 'Added' })).toMatchObject({
    method: 'GET',
    writes: true,
  })
  expect(readingPost(forAnyone, '/things/check', 'Checks things', { data })).toMatchObject({
    method: 'POST',
    writes: false,
  })
})

test('a download answers bytes', () => {
  const { answers, data: file } = download(forAnyone, '/things/file', 'Things as a file', {})
  expect(answers).toBe('bytes')
  expect(z.safeDecode(file, new Uint8Array()).success).toBe(true)
})
