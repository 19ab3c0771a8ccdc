import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@kirana/testing/command'
import { afterAll, expect, test } from 'vitest'

const ops = join(root, 'ops', 'failover')
const folder = mkdtempSync(join(tmpdir(), 'kirana-configure-'))
const settings = join(folder, 'mine.env')
afterAll(() => rmSync(folder, { recursive: true }))

let passwords = 0
/** The file as a person fills it in: with a different password in each line. */
const filledIn = readFileSync(join(ops, 'settings.env'), 'utf8').replaceAll(
  'change-me',
  () => `secret${++passwords}`,
)

function configure(text: string, node = 'node1', out = join(folder, 'out'), path = process.env['PATH']) {
  writeFileSync(settings, text)
  const { status, stderr } = spawnSync('sh', [join(ops, 'configure.sh'), settings, node, out], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  })
  return { status, said: stderr.replaceAll(settings, 'mine.env') }
}

test('fills in all files, for their owner alone', () => {
  expect(configure(filledIn, 'node2')).toEqual({ status: 0, said: '' })
  const patroni = readFileSync(join(folder, 'out', 'patroni.yml'), 'utf8')
  expect(patroni).toContain("name: 'node2'")
  expect(patroni).toContain("listen: '10.0.0.22:8008'")
  const files = readdirSync(join(folder, 'out')).map((name) => join(folder, 'out', name))
  expect(files).toHaveLength(7)
  for (const file of files) {
    expect(readFileSync(file, 'utf8')).not.toMatch(/@[A-Z0-9_]+@/)
    expect(statSync(file).mode & 0o077).toBe(0)
    chmodSync(file, 0o644)
  }
  // Including a file that existed with another mode.
  configure(filledIn, 'node2')
  for (const file of files) expect(statSync(file).mode & 0o077).toBe(0)
})

test('passes no password in the arguments of a program', () => {
  const bin = join(folder, 'bin')
  const log = join(folder, 'arguments')
  mkdirSync(bin)
  const recorder = `#!/bin/sh\nprintf '%s\\n' "$@" >> '${log}'\nPATH=\${PATH#*:} exec "\${0##*/}" "$@"\n`
  const programs = ['sed', 'grep', 'sort', 'uniq', 'tr', 'rm', 'mkdir', 'dirname']
  for (const program of programs) writeFileSync(join(bin, program), recorder, { mode: 0o755 })
  const path = `${bin}:${process.env['PATH']}`
  expect(configure(filledIn, 'node1', join(folder, 'out'), path)).toEqual({ status: 0, said: '' })
  const recorded = readFileSync(log, 'utf8')
  expect(recorded).toContain('patroni.yml')
  expect(recorded).not.toContain('secret')
})

const [usage, character] = [
  'Usage: sh configure.sh SETTINGS NODE FOLDER, such as: sh configure.sh settings.env node1 out/node1\n',
  ' has a character that these files do not allow. Use letters, digits and . / : _ -\n',
]
type Mistake = [what: string, change: (text: string) => string, said: string]
const mistakes: Mistake[] = [
  [
    'a password that was not chosen',
    (text) => text.replace('secret2', 'change-me'),
    'SUPERUSER_PASSWORD has no value of its own in mine.env.\n',
  ],
  [
    'an empty value',
    (text) => text.replace(/^NODE3=.*/m, 'NODE3='),
    'NODE3 has no value of its own in mine.env.\n',
  ],
  [
    'a password twice',
    (text) => text.replace('secret2', 'secret1'),
    'Two passwords in mine.env are the same.\n',
  ],
  [
    'a password with another character',
    (text) => text.replace('secret1', 'se#1'),
    `KIRANA_PASSWORD${character}`,
  ],
  ['line ends of Windows', (text) => text.replaceAll('\n', '\r\n'), `NODE1${character}`],
  [
    'a line that is missing',
    (text) => text.replace(/^REPOSITORY=.*\n/m, ''),
    'mine.env has no value for what is named above, in pgbackrest.conf.\n',
  ],
  [
    'a line twice',
    (text) => `${text}NODE1=10.0.0.31\n`,
    'mine.env sets these names twice; remove one of the two lines: NODE1\n',
  ],
  [
    'another word than on and off',
    (text) => text.replace('ARCHIVE_MODE=off', 'ARCHIVE_MODE=yes'),
    'ARCHIVE_MODE in mine.env must be on or off.\n',
  ],
]
test.each(mistakes)('%s ends with a sentence', (_, change, said) => {
  const done = configure(change(filledIn))
  expect(done.said).toContain(said)
  expect(done.status).toBe(2)
})

test('wrong arguments end with a sentence', () => {
  expect(configure(filledIn, 'node4')).toEqual({
    status: 2,
    said: 'NODE is node1, node2 or node3, not node4.\n',
  })
  const underAFile = configure(filledIn, 'node1', join(settings, 'out'))
  expect(underAFile.said).toContain('cannot be created: choose another one.\n')
  expect(underAFile.status).toBe(2)
  rmSync(settings)
  const { status, stderr } = spawnSync('sh', [join(ops, 'configure.sh'), settings, 'node1', folder], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 2, stderr: usage })
  expect(existsSync(join(folder, 'patroni.yml'))).toBe(false)
})
