import type { Check, Repository } from './repository.ts'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const manifests = ({ files, read }: Repository) =>
  files
    .filter((path) => /(^|\/)package\.json$/.test(path))
    .map((path) => ({ path, manifest: JSON.parse(read(path)) as Manifest }))

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

function loosePins(repository: Repository): string[] {
  return manifests(repository).flatMap(({ path, manifest }) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([name, version]) => (name.startsWith('@kirana/') ? version !== '*' : !exact.test(version)))
      .map(([name, version]) => `${path} asks for ${name} ${version}`),
  )
}

/** A package's install script runs with the developer's rights: only `node` needs one, to fetch its binary. */
function installScripts(repository: Repository): string[] {
  return manifests(repository).flatMap(({ path, manifest }) =>
    Object.entries(manifest.allowScripts ?? {})
      .filter(([name, allowed]) => allowed && name !== 'node')
      .map(([name]) => `${path} lets ${name} run a script at install`),
  )
}

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/** `npm ci` refuses a lock file that lacks the package of any platform, even of one that nobody here runs on. */
function missingPlatforms({ files, read }: Repository): string[] {
  if (!files.includes('package-lock.json')) return ['There is no package-lock.json']
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(
        (name) => `package-lock.json lacks ${name}, which ${path.replace(/.*node_modules\//, '')} may need`,
      ),
  )
}

export const packageChecks: Check[] = [
  { promise: 'every dependency is pinned to one version', problems: loosePins },
  { promise: 'only the package node may run a script at install', problems: installScripts },
  { promise: 'the lock file holds the packages of every platform', problems: missingPlatforms },
]
