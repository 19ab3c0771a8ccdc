import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The screens that can be reloaded without a network, and what stands around them: of the office, and of riders. */
const ofOffice =
  /routes[\\/](__root|admin[\\/](route|order[\\/]pick\.\$orderId|orders[\\/](new|round)))\.tsx(\?tsr-split=component)?$/
const ofRiders = /routes[\\/](__root|rider)\.tsx(\?tsr-split=component)?$/
/** Scripts and fonts that the page itself names. The other fonts are for few characters. */
const ofPage = ['/theme.js']
const ofStyles = /(\.css|inter-latin-[^/]*\.woff2)$/

type Bundle = Rolldown.OutputBundle

/** The chunks of the screens, with all that they import at once or later. The entry names every screen, so its imports count at once only. */
function chunksOf(bundle: Bundle, screens: RegExp): { entry: string; files: Set<string> } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The build has no entry')
  const starts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => screens.test(id)))
  const files = new Set([entry.fileName, ...starts.map(({ fileName }) => fileName)])
  for (const name of files) {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk') continue
    for (const next of chunk.imports) files.add(next)
    if (chunk !== entry) for (const next of chunk.dynamicImports) files.add(next)
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
    const stored = (screens: RegExp) => {
      const { entry, files } = chunksOf(bundle, screens)
      return { entry, all: [...ofPage, ...[...files, ...styles].toSorted().map((name) => `/${name}`)] }
    }
    const [{ entry, all }, { all: ridersFiles }] = [stored(ofOffice), stored(ofRiders)]
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
