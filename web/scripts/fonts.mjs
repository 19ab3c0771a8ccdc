// Cuts Inter down to what the screens use and writes it beside the styles: `node web/scripts/fonts.mjs`.
// The rupee sign lives in Inter's latin-ext file (85 KB), so it becomes a font of its own with one glyph.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const source = (name) =>
  readFile(new URL(import.meta.resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`)))
const between = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

const latin = `${between(0x20, 0x7e)}${between(0xa0, 0xff)}–—‘’“”…•→←↑↓×·−`
const cut = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['kern', 'calt', 'ccmp', 'mark', 'mkmk', 'locl', 'tnum'],
}

for (const [name, from, text] of [
  ['inter-latin', 'latin', latin],
  ['inter-rupee', 'latin-ext', '₹'],
]) {
  const font = await subsetFont(await source(from), text, cut)
  await writeFile(new URL(`../src/fonts/${name}.woff2`, import.meta.url), font)
  console.log(`${name}.woff2 ${font.length} bytes`)
}

// Names in Hindi and Marathi: two weights of their own, which a page fetches only when it shows Devanagari.
const devanagari = `${between(0x900, 0x97f)}${between(0xa8e0, 0xa8ff)}\u200c\u200d\u25cc`
for (const weight of [400, 600]) {
  const file = `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`
  const font = await subsetFont(await readFile(new URL(import.meta.resolve(file))), devanagari, {
    targetFormat: 'woff2',
  })
  await writeFile(new URL(`../src/fonts/devanagari-${weight}.woff2`, import.meta.url), font)
  console.log(`devanagari-${weight}.woff2 ${font.length} bytes`)
}
