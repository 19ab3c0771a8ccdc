import { expect, test } from 'vitest'
import { table, weigh, type Manifest } from './checks/bundle.ts'

const split = (route: string) => `src/routes/${route}.tsx?tsr-split=component`

/** Chunks as in Vite's manifest; each file name ends with the file's size. */
const manifest: Manifest = {
  'index.html': {
    file: 'index-90000.js',
    isEntry: true,
    imports: ['_react'],
    css: ['main-9000.css'],
    assets: ['inter-20000.woff2'],
  },
  _react: { file: 'react-10000.js' },
  _forms: { file: 'forms-30000.js', imports: ['_react'] },
  _toast: { file: 'toast-70000.js' },
  [split('admin/signin')]: { file: 'signin-4000.js', imports: ['_forms', 'index.html'] },
  [split('admin/route')]: { file: 'admin-3000.js', imports: ['_react'] },
  [split('admin/dashboard')]: { file: 'dashboard-5000.js', imports: ['index.html'] },
  [split('admin/product/add')]: { file: 'add-90000.js', imports: ['_forms'] },
  [split('admin/orders/new')]: { file: 'new-60000.js', imports: ['index.html'] },
}

const size = (file: string) => Number(/-(\d+)\./.exec(file)?.[1])
const bytesOf = (what: string, changed: Manifest = {}) =>
  weigh({ ...manifest, ...changed }, size).find((weight) => weight.what === what)

test('sums the entry, the layouts, the chunk of the screen and their imports, each once', () => {
  expect(bytesOf('admin/signin')).toEqual({ what: 'admin/signin', bytes: 137_000, budget: 150_000 })
  expect(bytesOf('admin/dashboard')).toEqual({ what: 'admin/dashboard', bytes: 108_000, budget: 158_000 })
  expect(bytesOf('admin/product/add')).toEqual({ what: 'admin/product/add', bytes: 223_000, budget: 230_000 })
  expect(bytesOf('admin/orders/new')).toEqual({ what: 'admin/orders/new', bytes: 163_000, budget: 200_000 })
})

test('has separate budgets for the entry, the style sheets and the fonts', () => {
  expect(bytesOf('entry')).toEqual({ what: 'entry', bytes: 100_000, budget: 110_000 })
  expect(bytesOf('style sheets')).toEqual({ what: 'style sheets', bytes: 9000, budget: 14_000 })
  expect(bytesOf('fonts')).toEqual({ what: 'fonts', bytes: 20_000, budget: 30_000 })
})

test('counts a new static import in every screen that loads it', () => {
  const heavier = { _forms: { file: 'forms-30000.js', imports: ['_react', '_toast'] } }
  expect(bytesOf('admin/signin', heavier)?.bytes).toBe(207_000)
  expect(bytesOf('admin/dashboard', heavier)?.bytes).toBe(108_000)
})

test('marks the exceeded budget in the table', () => {
  const lines = table([
    { what: 'entry', bytes: 110_000, budget: 110_000 },
    { what: 'fonts', bytes: 30_001, budget: 30_000 },
  ])
  expect(lines).toBe('ok    entry  110.0 KB of 110\nOVER  fonts   30.0 KB of 30')
})
