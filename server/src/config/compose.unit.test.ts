import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'
import { expect, test } from 'vitest'
import { variableNames } from './config.ts'

const setByImage = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR']
const onlyForTests = ['FCM_URL', 'RAZORPAY_URL']
/** `SAMPLE_DATA` is for a trial without containers, and the database of compose.yaml has no pooler. */
const withoutUse = ['SAMPLE_DATA', 'DATABASE_DIRECT_URL']

test('compose.yaml passes every environment variable to the app', () => {
  const [app = ''] = readFileSync(join(root, 'compose.yaml'), 'utf8').split('\n  database:\n')
  const passed = [...app.matchAll(/^ {6}([A-Z\d_]+): /gm)].map(([, name]) => name)
  const expected = new Set(variableNames)
  for (const name of [...setByImage, ...onlyForTests, ...withoutUse]) expect(expected.delete(name)).toBe(true)
  expect(new Set(passed)).toEqual(expected)
})
