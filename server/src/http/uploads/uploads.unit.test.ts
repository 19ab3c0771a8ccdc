import { describe, expect, test } from 'vitest'
import { badFiles } from '../../testing/files/bad-files.ts'
import {
  end,
  fieldPart,
  filePart,
  formWith,
  multipart,
  own,
  padded,
  part,
  png,
  rules,
  uploadServer,
} from '../../testing/files/upload-server.ts'

const server = await uploadServer()
const MB = 1024 * 1024

describe('accepts', () => {
  test('fields before and after files, ignoring the sent file name and type', async () => {
    const body = Buffer.concat([fieldPart('a', 'चावल'), filePart('x.svg'), fieldPart('b', ''), end])
    const answer = await server.raw('image', body, multipart)
    expect(answer).toMatchObject({
      status: 200,
      fields: { a: 'चावल', b: '' },
      files: [{ type: 'image/webp' }],
    })
  })

  test.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    '/etc/cron.d/x',
    'a\0.png',
    'x'.repeat(5000),
    'चावल का फोटो.png',
    '\u202Egnp.exe',
    'con.png',
    '%2e%2e%2fx',
    "'; drop table files; --",
    '<img src=x onerror=alert(1)>.png',
  ])('a picture named %j', async (name) => {
    expect(await server.raw('image', Buffer.concat([filePart(name), end]), multipart)).toMatchObject({
      status: 200,
    })
  })

  test('a body in 200 small pieces', async () => {
    const body = Buffer.concat([fieldPart('a', '1'), filePart('x.png'), filePart('y.png'), end])
    const answer = await server.raw('image', body, multipart, 200)
    expect(answer).toMatchObject({ status: 200, fields: { a: '1' }, files: [{}, {}] })
  })

  test('no file or an empty file field if files are optional', async () => {
    expect(
      await server.post('document', formWith('supportingDocs', [], { withdrawalId: 'w' })),
    ).toMatchObject({
      status: 200,
      fields: { withdrawalId: 'w' },
      files: [],
    })
    const empty = Buffer.concat([filePart('', ''), end])
    expect(await server.raw('image', empty, multipart)).toMatchObject({
      status: 400,
      message: 'Select at least 1 image',
    })
  })

  test('exactly the maximum number of files and bytes', async () => {
    const three = [1, 2, 3].map(() => ({ bytes: own(padded(5 * MB)) }))
    expect(await server.post('image', formWith('productImg', three))).toMatchObject({
      status: 200,
      files: [{}, {}, {}],
    })
    const document = own(padded(10 * MB))
    expect(await server.post('document', formWith('supportingDocs', [{ bytes: document }]))).toMatchObject({
      status: 200,
    })
  })
})

describe('rejects', () => {
  test.each([
    ['image', 5, 'A picture may have at most 5 MB'],
    ['document', 10, 'A document may have at most 10 MB'],
  ] as const)('one byte more than an %s may have', async (kind, most, message) => {
    const form = formWith(rules[kind].field, [{ bytes: own(padded(most * MB + 1)) }])
    expect(await server.post(kind, form)).toMatchObject({ status: 413, message })
  })

  test('one file more than the maximum', async () => {
    const four = [1, 2, 3, 4].map(() => ({ bytes: own(png) }))
    expect(await server.post('image', formWith('productImg', four))).toMatchObject({
      status: 400,
      message: 'Upload 3 files maximum',
    })
  })

  const field = (n: number) => fieldPart(`f${n}`, 'x')
  test.each<[string, Buffer | (() => Buffer), string, number, RegExp]>([
    ['JSON', Buffer.from('{}'), 'application/json', 415, /multipart/],
    ['an encoded form', Buffer.from('a=1'), 'application/x-www-form-urlencoded', 415, /multipart/],
    ['no type', Buffer.from('a'), '', 415, /multipart/],
    ['multipart without a boundary', end, 'multipart/form-data; charset=utf-8', 400, /could not be read/],
    ['another multipart type', end, 'multipart/mixed; boundary=xx', 415, /multipart/],
    ['no body', Buffer.alloc(0), multipart, 400, /could not be read/],
    ['a body that is not a form', Buffer.from('hello'), multipart, 400, /could not be read/],
    ['a form without its end', () => filePart('x.png'), multipart, 400, /could not be read/],
    [
      'a form that breaks off in a file',
      () => filePart('x.png').subarray(0, 150),
      multipart,
      400,
      /could not be read/,
    ],
    [
      'a form that breaks off in a head',
      Buffer.from('--xx\r\nContent-Disp'),
      multipart,
      400,
      /could not be read/,
    ],
    ['an empty form', end, multipart, 400, /Select at least 1 image/],
    [
      'another boundary',
      () => Buffer.concat([filePart('x'), end]),
      'multipart/form-data; boundary=yy',
      400,
      /could not/,
    ],
    [
      'files under another name',
      () => Buffer.concat([part('Content-Disposition: form-data; name="img"; filename="x"', png), end]),
      multipart,
      400,
      /Send the files as productImg/,
    ],
    [
      'a file without a field name',
      () => Buffer.concat([part('Content-Disposition: form-data; filename="x"', png), end]),
      multipart,
      400,
      /Send the files/,
    ],
    [
      'a field without a name',
      Buffer.concat([part('Content-Disposition: form-data', 'x'), end]),
      multipart,
      400,
      /no valid name/,
    ],
    ['a field twice', Buffer.concat([field(1), field(1), end]), multipart, 400, /f1 was sent twice/],
    [
      'a field that is too long',
      Buffer.concat([fieldPart('f', 'x'.repeat(10_001)), end]),
      multipart,
      413,
      /f is too long/,
    ],
    [
      '21 fields',
      Buffer.concat([...Array.from({ length: 21 }, (_, n) => field(n)), end]),
      multipart,
      413,
      /too many fields/,
    ],
    [
      'the picture as a text field',
      () => Buffer.concat([fieldPart('productImg', 'x'), end]),
      multipart,
      400,
      /Select at least/,
    ],
  ])('%s', async (_what, body, type, status, message) => {
    const answer = await server.raw('image', typeof body === 'function' ? body() : body, type)
    expect(answer).toMatchObject({ status, message: expect.stringMatching(message) })
  })

  test('every bad file, whatever its name and type', async () => {
    const all = await badFiles()
    expect(all.length).toBeGreaterThanOrEqual(40)
    const disguises = [
      { name: 'photo.png', type: 'image/png' },
      { name: 'photo.jpg', type: 'image/jpeg' },
    ]
    for (const [i, { what, kind, bytes, status }] of all.entries()) {
      const good = { bytes: own(png) }
      const bad = { bytes: own(bytes), ...disguises[i % 2] }
      const answer = await server.post(kind, formWith(rules[kind].field, [good, bad]))
      expect({ what, ...answer }).toMatchObject({
        what,
        status,
        message: expect.stringMatching(/^(A|The) .{15,}/),
      })
      expect({ what, left: await server.left() }).toEqual({ what, left: [] })
    }
  })
})
