import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Routes that must open without a network, with their layouts: first the office's, then the rider's with the notices. */
const ofOffice =
  /routes[\\/](__root|admin[\\/](route|order[\\/]pick\.\$orderId|orders[\\/](new|round)))\.tsx(\?tsr-split=component)?$/
const ofRiders = /(routes[\\/](__root|rider)|feedback[\\/]notices)\.tsx(\?tsr-split=component)?$/
/** Only these modules of the rider's app import more of it later; other chunks are shared with the office, whose code it never loads. */
const riderOwn = /routes[\\/](rider\.tsx|-rider[\\/])/
/** Scripts and fonts that the page itself names. The other fonts are for few characters. */
const ofPage = ['/theme.js']
const ofStyles = /(\.css|inter-latin-[^/]*\.woff2)$/

type Bundle = Rolldown.OutputBundle

/**
 * The chunks of the screens, with their static imports, and the dynamic imports of chunks with a module in `following`. The
 * entry imports every screen dynamically: only its static imports count.
 */
function chunksOf(bundle: Bundle, screens: RegExp, following: RegExp): { entry: string; files: Set<string> } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The build has no entry')
  const starts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => screens.test(id)))
  const files = new Set([entry.fileName, ...starts.map(({ fileName }) => fileName)])
  for (const name of files) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const next of chunk.imports) files.add(next)
    if (chunk !== entry && chunk.moduleIds.some((id) => following.test(id)))
      for (const next of chunk.dynamicImports) files.add(next)
  }
  return { entry: entry.fileName, files }
}

/** Adds the service worker (picking-worker.js) to the build, with the files that it stores. */
export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const styles = Object.keys(bundle).filter((name) => ofStyles.test(name))
    const stored = (screens: RegExp, following: RegExp) => {
      const { entry, files } = chunksOf(bundle, screens, following)
      return { entry, all: [...ofPage, ...[...files, ...styles].toSorted().map((name) => `/${name}`)] }
    }
    const [{ entry, all }, { all: ridersFiles }] = [stored(ofOffice, /./), stored(ofRiders, riderOwn)]
    const worker = readFileSync(here('picking-worker.js'), 'utf8')
    // The name of a chunk changes with its content, that of the others does not.
    const named = ofPage.map((path) => readFileSync(here(`public${path}`), 'utf8'))
    const release = createHash('sha256')
      .update([worker, ...all, ...ridersFiles, ...named].join('\n'))
      .digest('hex')
      .slice(0, 12)
    this.emitFile({
      type: 'asset',
      fileName: 'picking-worker.js',
      source: worker
        .replace("'#FILES#'", JSON.stringify(all))
        .replace("'#RIDER_FILES#'", JSON.stringify(ridersFiles))
        .replace('#ENTRY#', `/${entry}`)
        .replace('#RELEASE#', release),
    })
  },
}
